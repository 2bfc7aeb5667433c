import {
  CreateTableCommand,
  DescribeTableCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import {
  BatchWriteCommand,
  DeleteCommand,
  type DynamoDBDocumentClient,
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

/** Puts items into a table. */
export const putItems = async (
  client: DynamoDBDocumentClient,
  TableName: string,
  items: readonly Readonly<Record<string, unknown>>[],
): Promise<void> => {
  // BatchWriteItem takes 25 items.
  for (let first = 0; first < items.length; first += 25) {
    const puts = items.slice(first, first + 25).map((Item) => ({ PutRequest: { Item } }));
    await client.send(new BatchWriteCommand({ RequestItems: { [TableName]: puts } }));
  }
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
  await putItems(client, TableName, await itemsOf(client, table));
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
