import { DynamoDBClient, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import { answer } from '../answer.js';

const client = new DynamoDBClient({});

/** The floor: what nobody can do without. */
export const handler = async ({ pathParameters, requestContext }) => {
  await client.send(
    new TransactWriteItemsCommand({
      TransactItems: [
        {
          Delete: {
            TableName: process.env.CATEGORIES_TABLE,
            Key: { kind: { S: 'category' }, id: { N: pathParameters.categoryId } },
            ConditionExpression: 'accountId = :account',
            ExpressionAttributeValues: { ':account': { S: requestContext.authorizer.accountId } },
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          },
        },
      ],
    }),
  );
  return answer(204);
};
