import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type AttributeValue, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { type TableName, tableDefinition, tableNames } from '../../../lib/storage/tables.ts';
import type { TestEngine } from '../../support/engine.ts';
import { type Listening, listen } from '../../support/listen.ts';
import { type Charge, type Item, readCharge, sizeOf, writeCharges } from './charges.ts';

/** A proxy before an engine that charges partitions. */
export interface Meter extends Pick<Listening, 'close' | 'endpoint'> {
  /** The units of each partition since the last call, by kind and partition: `write pets 3`. */
  readonly take: () => ReadonlyMap<string, number>;
}

/** A part of a request that writes an item. */
interface Write {
  readonly table: TableName;
  readonly key: Item;
  /** The whole item that it stores, if the request has it. */
  readonly item: Item | undefined;
  readonly kind: string;
}

type Body = Record<string, never> & {
  readonly TableName?: string;
  readonly IndexName?: string;
  readonly ConsistentRead?: boolean;
  readonly Key?: Item;
  readonly Item?: Item;
  readonly KeyConditionExpression?: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues?: Item;
  readonly TransactItems?: readonly Readonly<Record<string, Body>>[];
  readonly RequestItems?: Readonly<
    Record<string, { Keys: readonly Item[]; ConsistentRead?: boolean }>
  >;
};

/** Starts a meter, which refuses nothing. */
export const startMeter = async ({ client, endpoint, tables }: TestEngine): Promise<Meter> => {
  const names = new Map(tableNames().map((name) => [tables[name], name]));
  const nameOf = (table = ''): TableName => names.get(table) ?? 'pets';
  const keyOf = (name: TableName, item: Item): Item =>
    Object.fromEntries(
      Object.keys(tableDefinition(name).key).map((each) => [each, item[each] ?? { NULL: true }]),
    );
  // What is stored, as far as it was met: everything is written through this meter.
  const items = new Map<string, Item | undefined>();
  const placeOf = ({ table, key }: Write): string => `${table} ${JSON.stringify(key)}`;
  const read = async (write: Write): Promise<Item | undefined> => {
    const place = placeOf(write);
    if (!items.has(place)) {
      const input = { TableName: tables[write.table], Key: { ...write.key }, ConsistentRead: true };
      items.set(place, (await client.send(new GetItemCommand(input))).Item);
    }
    return items.get(place);
  };

  const writesOf = (action: string, body: Body): readonly Write[] => {
    if (body.TransactItems) {
      return body.TransactItems.flatMap((part) =>
        Object.entries(part).flatMap(([kind, of]) => writesOf(`${kind}Item`, of)),
      );
    }
    const table = nameOf(body.TableName);
    if (!/^(Put|Update|Delete|ConditionCheck)Item$/.test(action)) return [];
    const key = body.Key ?? keyOf(table, body.Item ?? {});
    return [{ table, key, item: body.Item, kind: action }];
  };

  const readsOf = (action: string, body: Body, answer: Record<string, never>): Charge[] => {
    if (action === 'BatchGetItem') {
      return Object.entries(body.RequestItems ?? {}).flatMap(
        ([table, { Keys, ConsistentRead }]) => {
          const name = nameOf(table);
          const found: readonly Item[] = Object(answer['Responses'])[table] ?? [];
          const items = new Map(found.map((item) => [JSON.stringify(keyOf(name, item)), item]));
          return Keys.map((key) => {
            const item = items.get(JSON.stringify(keyOf(name, key)));
            return readCharge(
              name,
              Object.values(keyOf(name, key))[0],
              sizeOf(item),
              !!ConsistentRead,
            );
          });
        },
      );
    }
    if (action !== 'GetItem' && action !== 'Query') return [];
    const name = nameOf(body.TableName);
    const index = body.IndexName;
    const { key, indexes = {} } = tableDefinition(name);
    const [partitionKey = ''] = Object.keys((index && indexes[index]) || key);
    const items: readonly Item[] =
      action === 'Query' ? (answer['Items'] ?? []) : [answer['Item'] ?? {}];
    const value = body.Key ? body.Key[partitionKey] : queriedKey(body);
    const bytes = items.reduce((sum, item) => sum + sizeOf(item), 0);
    return [readCharge(index ? `${name}.${index}` : name, value, bytes, !!body.ConsistentRead)];
  };

  let used = new Map<string, number>();
  const charge = (charges: readonly Charge[]): void => {
    for (const { partition, kind, units } of charges) {
      const name = `${kind} ${partition}`;
      used.set(name, (used.get(name) ?? 0) + units);
    }
  };

  const server = createServer(async (incoming, outgoing) => {
    const sent = await buffer(incoming);
    const action = String(incoming.headers['x-amz-target']).split('.').at(-1) ?? '';
    const body: Body = JSON.parse(sent.toString());
    const writes = writesOf(action, body);
    const inTransaction = body.TransactItems !== undefined;
    const before = await Promise.all(writes.map(read));
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers: Object.entries(incoming.headers).flatMap(([name, value]): [string, string][] =>
        /^(authorization|content-type|x-amz-.*)$/.test(name) ? [[name, String(value)]] : [],
      ),
      body: new Uint8Array(sent),
    });
    const text = await answer.text();
    for (const write of answer.ok ? writes : []) {
      if (write.kind === 'UpdateItem') items.delete(placeOf(write));
      else if (write.kind !== 'ConditionCheckItem') items.set(placeOf(write), write.item);
    }
    const after = answer.ok ? await Promise.all(writes.map(read)) : before;
    for (const [nth, { table, key }] of writes.entries()) {
      const changed = [before[nth], after[nth]] as const;
      charge(writeCharges(table, key, changed, { inTransaction, applied: answer.ok }));
    }
    if (answer.ok) charge(readsOf(action, body, JSON.parse(text)));
    outgoing.writeHead(answer.status, { 'Content-Type': 'application/x-amz-json-1.0' }).end(text);
  });
  const { endpoint: address, close } = await listen(server);
  return {
    endpoint: address,
    close,
    take: () => {
      const taken = used;
      used = new Map();
      return taken;
    },
  };
};

/** The value that a Query compares its partition key with: the first. */
const queriedKey = ({
  KeyConditionExpression = '',
  ExpressionAttributeValues,
}: Body): AttributeValue | undefined => {
  const [, placeholder = ''] = /= (:\w+)/.exec(KeyConditionExpression) ?? [];
  return ExpressionAttributeValues?.[placeholder];
};
