import { DynamoDBClient, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { answer } from '../answer.js';
import { newRevision } from '../storage.js';

const client = new DynamoDBClient({});

/** The floor: what nobody can do without. It creates, as with `If-None-Match: *`. */
export const handler = async ({ body, pathParameters, requestContext }) => {
  const { name } = JSON.parse(body);
  const { Attributes } = await client.send(
    new UpdateItemCommand({
      TableName: process.env.CATEGORIES_TABLE,
      Key: { kind: { S: 'category' }, id: { N: pathParameters.categoryId } },
      UpdateExpression:
        'SET #name = :name, accountId = :account, revision = :revision, firstRevision = if_not_exists(firstRevision, :revision)',
      ConditionExpression: 'attribute_not_exists(id)',
      ExpressionAttributeNames: { '#name': 'name' },
      ExpressionAttributeValues: {
        ':name': { S: name },
        ':account': { S: requestContext.authorizer.accountId },
        ':revision': newRevision(),
      },
      ReturnValues: 'ALL_NEW',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    }),
  );
  return answer(201, { id: Number(Attributes.id.N), name: Attributes.name.S });
};
