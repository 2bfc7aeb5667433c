import {
  CreateTableCommand,
  DescribeTableCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  PutCommand,
  paginateScan,
} from '@aws-sdk/lib-dynamodb';

/** All items of a table. */
export const itemsOf = async (client: DynamoDBDocumentClient, TableName: string) => {
  const items: Record<string, unknown>[] = [];
  for await (const page of paginateScan({ client }, { TableName, ConsistentRead: true })) {
    items.push(...(page.Items ?? []));
  }
  return items;
};

/** Copies a table as a restore does: a new one with the same keys, indexes and items, and nothing else. */
export const copyTable = async (
  client: DynamoDBDocumentClient,
  table: string,
  TableName: string,
): Promise<void> => {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: table }));
  const indexes = Table?.GlobalSecondaryIndexes?.map(({ IndexName, KeySchema, Projection }) => ({
    IndexName,
    KeySchema,
    Projection,
  }));
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: Table?.KeySchema,
      AttributeDefinitions: Table?.AttributeDefinitions,
      GlobalSecondaryIndexes: indexes,
    }),
  );
  const patience = { minDelay: 0.05, maxDelay: 1, maxWaitTime: 30 };
  await waitUntilTableExists({ client, ...patience }, { TableName });
  for (const Item of await itemsOf(client, table)) {
    await client.send(new PutCommand({ TableName, Item }));
  }
};

/** Deletes all items of a table, and counts them. */
export const emptyTable = async (client: DynamoDBDocumentClient, TableName: string) => {
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  const names = Table?.KeySchema?.map(({ AttributeName = '' }) => AttributeName) ?? [];
  const items = await itemsOf(client, TableName);
  for (const item of items) {
    const Key = Object.fromEntries(names.map((name) => [name, item[name]]));
    await client.send(new DeleteCommand({ TableName, Key }));
  }
  return items.length;
};
