import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { expect, jest, test } from '@jest/globals';
import { operations } from '../../functions/operations.ts';
import { examplesOf } from '../../infra/openapi/document/example-request.ts';
import { neededBackfills } from '../../infra/operator/backfills/needed-backfills.ts';
import { report } from '../../infra/verify/report.ts';
import { backfillFacts, type Where } from '../../infra/verify/stage-facts.ts';
import type { Contract } from '../../lib/http/contract.ts';
import { buildRequireBackfill } from '../../lib/http/require-backfill.ts';
import { markBackfillDone } from '../../lib/storage/backfill-state.ts';
import { prepareExample } from '../support/examples.ts';
import { expectRefused } from '../support/expect-refused.ts';
import { openTables } from '../support/open-tables.ts';
import { openOperations } from '../support/operations-in-process.ts';
import { openTestStage, storeCaller } from '../support/test-stage.ts';

const engine = await openTables();
const { client, tables } = engine;
const forget = (name: string) =>
  client.send(new DeleteCommand({ TableName: tables.backfills, Key: { name } }));

test('what needs a backfill is refused, with a line that names the command, until it is done', async () => {
  const backfill = { name: 'some' };
  const requireBackfill = buildRequireBackfill(client, tables, { backfill });
  const log = jest.spyOn(console, 'error').mockImplementation(() => {});
  await expectRefused(requireBackfill(), 'unavailable', /not ready yet/);
  expect(String(log.mock.calls)).toMatch(/backfill_not_done.*npm run operator -- backfill some/);
  await markBackfillDone(client, tables, { ...backfill, table: 'orders' });
  await requireBackfill();
  // It stays so, and nobody asks again.
  await forget(backfill.name);
  await requireBackfill();
});

test('npm run verify names a backfill that is not done, and its command', async () => {
  const needed = { name: 'one', table: 'orders', neededBy: ['listOrders'] } as const;
  const where = { ...openTestStage(engine), stage: 'staging' } as unknown as Where;
  const look = () => report(backfillFacts([needed]), where);
  const command = 'npm run operator -- backfill one --stage staging';
  expect(await look()).toMatchObject({ agrees: false, text: expect.stringContaining(command) });
  await markBackfillDone(client, tables, needed);
  expect(await look()).toMatchObject({ agrees: true });
});

test('a contract cannot name a backfill that does not exist', () => {
  const contract = { ...operations[0], backfill: { name: 'none' } } as Contract;
  expect(() => neededBackfills([contract])).toThrow('the backfill none, which does not exist');
});

// None has one, unless an example of CONTRIBUTING is added.
for (const contract of operations) {
  const { operationId, backfill } = contract;
  if (backfill === undefined) continue;
  test(`${operationId} refuses exactly what needs its backfill`, async () => {
    await forget(backfill.name);
    await storeCaller(engine);
    const send = (await openOperations(engine))({});
    for (const named of examplesOf(contract)) {
      const request = await prepareExample(named, send);
      const needsIt = backfill.parameter === undefined || backfill.parameter in request.query;
      expect((await send(request)).status).toBe(needsIt ? 503 : request.status);
    }
  });
}
