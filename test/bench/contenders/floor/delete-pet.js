import { DynamoDBClient, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import { answer } from '../answer.js';
import { petKey } from '../storage.js';

const client = new DynamoDBClient({});

/** The floor: what nobody can do without. */
export const handler = async ({ pathParameters, requestContext }) => {
  await client.send(
    new TransactWriteItemsCommand({
      TransactItems: [
        {
          Delete: {
            TableName: process.env.PETS_TABLE,
            Key: petKey(pathParameters.petId),
            ConditionExpression: 'accountId = :account AND attribute_not_exists(heldBy)',
            ExpressionAttributeValues: { ':account': { S: requestContext.authorizer.accountId } },
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          },
        },
      ],
    }),
  );
  return answer(204);
};
