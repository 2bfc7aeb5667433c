import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import {
  BatchWriteCommand,
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

type Item = Readonly<Record<string, unknown>>;

const writeAll = async (
  client: DynamoDBDocumentClient,
  TableName: string,
  writes: readonly ({ PutRequest: { Item: Item } } | { DeleteRequest: { Key: Item } })[],
): Promise<void> => {
  // BatchWriteItem takes 25 items.
  for (let first = 0; first < writes.length; first += 25) {
    const RequestItems = { [TableName]: writes.slice(first, first + 25) };
    const { UnprocessedItems = {} } = await client.send(new BatchWriteCommand({ RequestItems }));
    if (UnprocessedItems[TableName]) throw new Error(`${TableName} did not take all items`);
  }
};

/** Puts items into a table. */
export const putItems = (
  client: DynamoDBDocumentClient,
  TableName: string,
  items: readonly Item[],
): Promise<void> =>
  writeAll(
    client,
    TableName,
    items.map((Item) => ({ PutRequest: { Item } })),
  );

/** Deletes all items of a table. */
export const emptyTable = async (
  client: DynamoDBDocumentClient,
  TableName: string,
): Promise<void> => {
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  const names = Table?.KeySchema?.map(({ AttributeName = '' }) => AttributeName) ?? [];
  const deletes = (await itemsOf(client, TableName)).map((item) => ({
    DeleteRequest: { Key: Object.fromEntries(names.map((name) => [name, item[name]])) },
  }));
  await writeAll(client, TableName, deletes);
};
