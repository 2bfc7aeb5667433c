import { createHash } from 'node:crypto';
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';

const client = new DynamoDBClient({});

/** The floor: what nobody can do without. */
export const handler = async ({ authorizationToken, methodArn }) => {
  const key = authorizationToken.slice('Bearer '.length);
  const { Item } = await client.send(
    new GetItemCommand({
      TableName: process.env.API_KEYS_TABLE,
      Key: { keyHash: { S: createHash('sha256').update(key).digest('hex') } },
      ConsistentRead: true,
    }),
  );
  if (!Item || Item.revokedAt) throw new Error('Unauthorized');
  const Statement = [{ Effect: 'Allow', Action: 'execute-api:Invoke', Resource: methodArn }];
  return {
    principalId: Item.accountId.S,
    policyDocument: { Version: '2012-10-17', Statement },
  };
};
