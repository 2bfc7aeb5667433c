import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { slowest } from '../process/clock.ts';
import { buildParseItems } from '../storage/parse-item.ts';
import type { Build, IndexName } from '../storage/tables.ts';
import { LISTED_ATTRIBUTES, ShownKey } from './shown-key.ts';

/**
 * Lists the keys of an account that work by any clock, the oldest first: at most 20. One round trip, eventually consistent. A
 * malformed record is left out, with a line in the log.
 */
export type ListKeys = (accountId: string) => Promise<readonly ShownKey[]>;

export const buildListKeys: Build<'apiKeys', ListKeys> = (client, { apiKeys }) => {
  const parse = buildParseItems(ShownKey, { table: apiKeys, name: 'apiKeys' });
  return async (accountId) => {
    const now = slowest(new Date()).toISOString();
    const { Items = [] } = await client.send(
      new QueryCommand({
        TableName: apiKeys,
        IndexName: 'byAccount' satisfies IndexName<'apiKeys'>,
        KeyConditionExpression: '#accountId = :account AND #until > :now',
        ProjectionExpression: LISTED_ATTRIBUTES.map((name) => `#${name}`).join(),
        ExpressionAttributeNames: Object.fromEntries(
          LISTED_ATTRIBUTES.map((name) => [`#${name}`, name]),
        ),
        ExpressionAttributeValues: { ':account': accountId, ':now': now },
      }),
    );
    return parse(Items).toSorted((one, other) => one.createdAt.localeCompare(other.createdAt));
  };
};
