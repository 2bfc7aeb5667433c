import { expect, jest, test } from '@jest/globals';
import * as z from 'zod/mini';
import { operations } from '../../functions/operations.ts';
import { runNeededBackfills } from '../../infra/local/run-backfills.ts';
import { examplesOf } from '../../infra/openapi/document/example-request.ts';
import { type Backfills, backfill } from '../../infra/operator/backfills/backfill.ts';
import { neededBackfills } from '../../infra/operator/backfills/needed-backfills.ts';
import { backfillFacts, report, type Where } from '../../infra/verify/stage-facts.ts';
import { categoryKey } from '../../lib/categories/stored-category.ts';
import type { Contract } from '../../lib/http/contract.ts';
import { buildRequireBackfill } from '../../lib/http/require-backfill.ts';
import { buildBackfillStates, getBackfillState } from '../../lib/storage/backfill-state.ts';
import { prepareExample } from '../support/examples.ts';
import { expectRefused } from '../support/expect-refused.ts';
import { openTables } from '../support/open-tables.ts';
import { openOperations } from '../support/operations-in-process.ts';
import { STATUS_SHARD } from '../support/status-shard.ts';
import { openTestStage } from '../support/test-stage.ts';

const engine = await openTables();
const { client, tables } = engine;
const { forget, markDone } = buildBackfillStates(client, tables);

test('what needs a backfill is refused, with a line that names the command, until it is done', async () => {
  const requireBackfill = buildRequireBackfill(client, tables);
  const log = jest.spyOn(console, 'error').mockImplementation(() => {});
  await expectRefused(requireBackfill('some'), 'unavailable', /not ready yet/);
  expect(String(log.mock.calls)).toMatch(/backfill_not_done.*npm run operator -- backfill some/);
  await markDone({ name: 'some', table: 'orders' });
  await requireBackfill('some');
  // It stays so, and nobody asks again.
  await forget('some');
  await requireBackfill('some');
  await expectRefused(requireBackfill('other'), 'unavailable', /not ready yet/);
});

test('npm run verify names a backfill that is not done, and its command', async () => {
  const needed = { name: 'one', table: 'orders', neededBy: ['listOrders'] } as const;
  const where = { ...openTestStage(engine), stage: 'staging' } as unknown as Where;
  const look = () => report(backfillFacts([needed]), where);
  const command = 'npm run operator -- backfill one --stage staging';
  expect(await look()).toMatchObject({ agrees: false, text: expect.stringContaining(command) });
  await markDone(needed);
  expect(await look()).toMatchObject({ agrees: true });
});

test('npm start fills what it had before, and forgets what its version does not have', async () => {
  const all = {
    double: backfill({
      table: 'categories',
      description: 'twice the id',
      schema: z.object({ id: z.bigint() }),
      change: ({ id }) => ({ double: 2n * id }),
    }),
  };
  const needed = { name: 'double', table: 'categories', neededBy: ['listCategories'] } as const;
  const lines: string[] = [];
  const start = (known: typeof all | object = all, named = [needed]) =>
    runNeededBackfills(openTestStage(engine), (line) => lines.push(line), { ...known }, named);
  const statusOf = async () => (await getBackfillState(client, tables, 'double'))?.status;
  await start();
  // A new folder has no items.
  expect([lines, await statusOf()]).toEqual([[], 'done']);
  await start({}, []);
  expect(await statusOf()).toBeUndefined();
  const item = { ...categoryKey(7n), name: 'Dogs' };
  await engine.put('categories', item);
  await start();
  await start();
  expect(lines).toEqual(['The backfill double read 1 items and changed 1.']);
  expect(await engine.all('categories')).toEqual([{ ...item, double: 14n }]);
});

test('a contract can name several backfills, but none that does not exist', () => {
  const backfills = [{ name: 'one' }, { name: 'two' }] as const;
  const contract = { ...operations[0], operationId: 'list', backfills } as Contract;
  const neededOf = (all: Backfills) => neededBackfills([contract], all);
  const all = { one: STATUS_SHARD, two: STATUS_SHARD, three: STATUS_SHARD };
  expect(neededOf(all).map(({ neededBy }) => neededBy)).toEqual([['list'], ['list'], []]);
  expect(() => neededOf({ one: STATUS_SHARD })).toThrow('the backfill two, which does not exist');
});

// None has one, unless an example of CONTRIBUTING is added.
for (const contract of operations) {
  for (const { name, parameter } of contract.backfills ?? []) {
    test(`${contract.operationId} refuses exactly what needs the backfill ${name}`, async () => {
      await forget(name);
      const send = await (await openOperations(engine))();
      for (const example of examplesOf(contract)) {
        const request = await prepareExample(example, send);
        const needsIt = parameter === undefined || parameter in request.query;
        expect((await send(request)).status).toBe(needsIt ? 503 : request.status);
      }
      await markDone({ name, table: 'orders' });
    });
  }
}
