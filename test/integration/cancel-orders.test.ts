import { expect, test } from '@jest/globals';
import { closeAccount } from '../../infra/operator/accounts/accounts.ts';
import { cancelOrders } from '../../infra/operator/accounts/cancel-orders.ts';
import { RefusedError } from '../../infra/operator/terminal/errors.ts';
import { openTables } from '../support/open-tables.ts';
import { orderStore } from '../support/stored-orders.ts';
import { petStore } from '../support/stored-pets.ts';
import { issueTestKey, openTestStage } from '../support/test-stage.ts';

const engine = await openTables();
const orders = orderStore(engine);
const { create, get: getPet } = petStore(engine);

test('open orders of accounts that are closed are cancelled by an operator, and no other order is', async () => {
  const stage = openTestStage(engine);
  const open = async () => (await stage.accounts.create('Shelter', 'tester')).accountId;
  const [closed, other] = [await open(), await open()];
  const orderOf = async (owner: string, customer: string) =>
    orders.place((await create({ accountId: owner })).id, customer);
  const ended = await orderOf(closed, other);
  await orders.complete(closed, ended.id);
  const left = [
    await orderOf(closed, closed),
    await orderOf(closed, other),
    await orderOf(other, closed),
  ];
  const foreign = await orderOf(other, other);
  const late: bigint[] = [];
  // A request that comes with a cached key.
  const placeLate = async () => {
    late.push((await orderOf(other, closed)).id);
  };
  const cancel = (id: string, wait: (until: Date) => Promise<void> = placeLate) =>
    cancelOrders(stage, id, wait);
  await expect(cancel('acct_none')).rejects.toThrow(RefusedError);
  await expect(cancel(closed)).rejects.toThrow(`${closed} is not closed`);
  const byOther = await orderOf(closed, other);
  const { key } = await issueTestKey(stage, { accountId: closed });
  await stage.accounts.close(closed, 'cut off here');
  await expect(cancel(closed)).rejects.toThrow('a key of it still works: account close');
  await closeAccount(stage, closed);
  // The other side can end it as ever.
  expect(await orders.cancel(other, byOther.id)).toMatchObject({ status: 'cancelled' });
  const times: Date[] = [];
  const found = await Promise.all([
    cancel(closed, async (until) => {
      times.push(until);
      await placeLate();
    }),
    cancel(closed),
  ]);
  const ids = [...left.map(({ id }) => id), ...late].sort();
  expect([late.length, found.flat().sort()]).toEqual([2, ids]);
  const { revokedAt } = (await stage.keys.list()).find(({ keyId }) => keyId === key.keyId) ?? {};
  expect(times).toEqual([new Date(Date.parse(revokedAt ?? '') + 60_000 + 29_000)]);
  for (const { id, petId } of left) {
    expect(await orders.get(closed, id)).toMatchObject({ status: 'cancelled' });
    expect(await getPet(petId)).toMatchObject({ status: 'available' });
  }
  expect(await orders.get(closed, ended.id)).toMatchObject({ status: 'completed' });
  expect(await orders.get(other, foreign.id)).toEqual(foreign);
});
