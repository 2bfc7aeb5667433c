import assert from 'node:assert/strict';
import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { backfill } from '../../../infra/operator/backfills/backfill.ts';
import { runBackfill } from '../../../infra/operator/backfills/run-backfill.ts';
import type { TableName } from '../../../lib/storage/tables.ts';
import { itemsOf, putItems } from '../../support/copy-table.ts';
import type { DeployedStage } from './stage.ts';

/** Changes the items of this proof alone, in a table that no client lists. */
const LENGTHS = backfill({
  table: 'messages',
  description: 'the length of the message',
  schema: z.object({ id: z.string(), message: z.optional(z.string()) }),
  change: ({ id, message = '' }) =>
    id.startsWith('backfill') ? { messageLength: BigInt(message.length) } : undefined,
});

const IDS = Array.from({ length: 1000 }, (_, nth) => `backfill-${nth}`);

/** Runs a backfill of 1,000 items on a stage while each tenth is written, and again: it changes nothing then. */
export const proveBackfill = async ({ client, tables }: DeployedStage): Promise<void> => {
  const TableName = tables.messages;
  const storage = { client, table: (name: TableName) => tables[name] };
  const old = IDS.map((id) => ({ id, message: 'old' }));
  await putItems(client, TableName, old);
  const written = IDS.filter((_, nth) => nth % 10 === 0);
  const write = async () => {
    for (const id of written) {
      const update = new UpdateCommand({
        TableName,
        Key: { id },
        UpdateExpression: 'SET message = :message, messageLength = :length',
        ExpressionAttributeValues: { ':message': `new ${id}`, ':length': 4 + id.length },
      });
      await client.send(update);
    }
  };
  const run = (again: boolean) =>
    runBackfill(storage, 'lengths', LENGTHS, { by: 'proof', version: 'proof', rate: 1000, again });
  const [{ changed }] = await Promise.all([run(false), write()]);
  const own = async () =>
    (await itemsOf(client, TableName)).filter(({ id }) => String(id).startsWith('backfill'));
  const after = await own();
  assert.equal(after.length, IDS.length);
  for (const { id, message, messageLength } of after) {
    assert.equal(message, written.includes(String(id)) ? `new ${id}` : 'old');
    assert.equal(messageLength, BigInt(String(message).length));
  }
  assert.equal((await run(true)).changed, 0n);
  assert.deepEqual(await own(), after);
  console.log(`${changed} of ${IDS.length} items changed`);
  for (const id of IDS) await client.send(new DeleteCommand({ TableName, Key: { id } }));
  const Key = { name: 'lengths' };
  await client.send(new DeleteCommand({ TableName: tables.backfills, Key }));
};
