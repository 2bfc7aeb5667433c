import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { type Clock, slowestClock } from '../process/clock.ts';
import { buildParseItems } from '../storage/parse-item.ts';
import { KEYS_BY_ACCOUNT, type Tables } from '../storage/tables.ts';
import { LISTED_ATTRIBUTES, ShownKey } from './shown-key.ts';

/**
 * Lists the keys of an account that work by any clock, the oldest first: at most 20. One round trip, eventually consistent. A
 * malformed record is left out, with a line in the log.
 */
export type ListKeys = (accountId: string) => Promise<readonly ShownKey[]>;

export const buildListKeys = (
  client: DynamoDBDocumentClient,
  { apiKeys }: Tables<'apiKeys'>,
  clock: Clock = slowestClock,
): ListKeys => {
  const parse = buildParseItems(ShownKey, { table: apiKeys, name: 'apiKeys' });
  return async (accountId) => {
    const { Items = [] } = await client.send(
      new QueryCommand({
        TableName: apiKeys,
        IndexName: KEYS_BY_ACCOUNT,
        KeyConditionExpression: '#accountId = :account AND #until > :now',
        ProjectionExpression: LISTED_ATTRIBUTES.map((name) => `#${name}`).join(),
        ExpressionAttributeNames: Object.fromEntries(
          LISTED_ATTRIBUTES.map((name) => [`#${name}`, name]),
        ),
        ExpressionAttributeValues: { ':account': accountId, ':now': clock().toISOString() },
      }),
    );
    return parse(Items).toSorted((one, other) => one.createdAt.localeCompare(other.createdAt));
  };
};
