import { randomBytes } from 'node:crypto';
import { afterEach, expect, jest, test } from '@jest/globals';
import { operations } from '../../../functions/operations.ts';
import { examplesOf } from '../../../infra/openapi/document/example-request.ts';
import { TIME_BUDGET } from '../../../lib/process/time-budget.ts';
import { call } from '../../support/client.ts';
import { overHttp, prepareExample } from '../../support/examples.ts';
import { expectError } from '../../support/expect-answer.ts';
import type { Fault } from '../../support/faulty-engine.ts';
import { type FaultyStage, openFaultyStage } from './stage.ts';

jest.setTimeout(30 * 60_000);

const FAULTS: readonly Fault[] = ['throttled', 'broken', 'reset', 'lost-reset', 'hang'];

/** On a slow machine an answer may be 503 or 504 without a fault too: it is asked for again, as long as three may take. */
const retry = async <Answer extends { readonly status: number }>(send: () => Promise<Answer>) => {
  const end = Date.now() + 3 * TIME_BUDGET.operation;
  let answer = await send();
  while (answer.status > 500 && Date.now() < end) answer = await send();
  return answer;
};

const stages: FaultyStage[] = [];
const openStage = async () => {
  const stage = await openFaultyStage();
  stages.push(stage);
  return stage;
};
afterEach(async () => {
  for (const stage of stages.splice(0)) await stage.close();
});

test.each(operations.map((contract) => [contract.operationId, contract] as const))(
  '%s: while a table fails its answer is true, after it a repetition is right, and the logs give the tables',
  async (_name, contract) => {
    const { engine, faulty, baseUrls, issueKey, foldLogs } = await openStage();
    const used = new Set<string>();
    const tables = new Set(contract.access.map(({ table }) => table));

    for (const fault of FAULTS) {
      for (const table of tables) {
        for (const named of examplesOf(contract)) {
          // An account can have only so many webhooks, so each request has its own.
          const accountId = `acct_${randomBytes(8).toString('hex')}`;
          const send = overHttp(baseUrls, await issueKey(accountId));
          const request = await prepareExample(named, (before) => retry(() => send(before)));
          faulty.choose(({ touches }) => {
            if (!touches.some((touch) => touch.table === engine.tables[table])) return 'none';
            used.add(table);
            return fault;
          });
          const first = await send(request);
          await faulty.fail('none');
          const isDone = first.status === request.status;
          if (!isDone) expectError(first, first.status === 504 ? 'timeout' : 'unavailable');

          const again = await retry(() => send(request));
          const { idempotencyKey } = contract.request;
          // What cannot be done twice says why.
          if (idempotencyKey || contract.method === 'GET')
            expect(again.status).toBe(request.status);
          else expect(again.status).toBeLessThan(500);
          if (!idempotencyKey) continue;
          if (isDone) expect(again.body).toEqual(first.body);
          expect((await retry(() => send(request))).body).toEqual(again.body);
        }
      }
    }
    // An example is missing in the contract, or a table is too much in its `access`.
    expect(used).toEqual(tables);
    await foldLogs();
  },
);

test('the authorizer refuses nobody because storage fails: 503 for a key that it cannot read', async () => {
  const { engine, faulty, baseUrls, issueKey } = await openStage();
  const ask = async (action: string, fault: Fault) => {
    const service = { baseUrl: baseUrls.pets, apiKey: await issueKey() };
    let failed = 0;
    faulty.choose(({ touches }) => {
      const isMeant = (touch: (typeof touches)[number]) =>
        touch.table === engine.tables.apiKeys && touch.action === action;
      if (!touches.some(isMeant)) return 'none';
      failed += 1;
      return fault;
    });
    const answer = await call('/nowhere', {}, service);
    expect(failed).toBeGreaterThan(0);
    return answer;
  };
  for (const fault of FAULTS) {
    expectError(await ask('GetItem', fault), 'unavailable');
    // The time of the last use is not written.
    expectError(await ask('UpdateItem', fault), 'route_not_found');
  }
});
