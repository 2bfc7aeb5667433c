import { afterEach, expect, jest, test } from '@jest/globals';
import { operations } from '../../../functions/operations.ts';
import { examplesOf } from '../../../infra/openapi/document/example-request.ts';
import { TIME_BUDGET } from '../../../lib/process/time-budget.ts';
import type { TableName } from '../../../lib/storage/tables.ts';
import { openEngine } from '../../support/engine.ts';
import { overHttp, prepareExample } from '../../support/examples.ts';
import { expectError } from '../../support/expect-answer.ts';
import { type Fault, startFaultyEngine } from '../../support/faulty-engine.ts';
import { expectFoldedLogs } from '../../support/fold-log.ts';
import { HIGHEST } from '../../support/local-accounts.ts';
import { startLocalServer } from '../../support/local-server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { issueTestKey, openTestStage } from '../../support/test-stage.ts';

jest.setTimeout(30 * 60_000);

const FAULTS: readonly Fault[] = ['throttled', 'broken', 'reset', 'lost-reset', 'hang'];

/** On a slow machine an answer may be 503 or 504 without a fault too: it is asked for again, as long as three may take. */
const retry = async <Answer extends { readonly status: number }>(send: () => Promise<Answer>) => {
  const end = Date.now() + 3 * TIME_BUDGET.operation;
  let answer = await send();
  while (answer.status > 500 && Date.now() < end) answer = await send();
  return answer;
};

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Opens a stage with empty tables: a local server, a faulty engine, and the real engine behind it. */
const openStage = async () => {
  const engine = await openEngine();
  closers.push(engine.close);
  const faulty = await startFaultyEngine(engine.endpoint);
  closers.push(faulty.close);
  const env = { AWS_ENDPOINT_URL_DYNAMODB: faulty.endpoint };
  const server = await startLocalServer({ dataDir: temporaryFolder(), env });
  closers.push(server.stop);
  const stage = openTestStage(engine);
  /** Stores a key of a new account in the real engine. */
  const issueKey = async () => {
    const { apiKey, key } = await issueTestKey(stage);
    await stage.accounts.limit(key.accountId, HIGHEST, 'tester');
    return apiKey;
  };
  const baseUrls = { pets: server.baseUrl, quickstart: server.quickstartUrl };
  return { engine, faulty, baseUrls, issueKey, stage };
};

test.each(operations.map((contract) => [contract.operationId, contract] as const))(
  '%s: while a table fails its answer is true, after it a repetition is right, and the logs give the tables',
  async (_name, contract) => {
    const { engine, faulty, baseUrls, issueKey, stage } = await openStage();
    const used = new Set<string>();
    // An operation asks for its backfill once, so that table fails first.
    const first: readonly TableName[] = contract.backfills ? ['backfills'] : [];
    const tables = new Set([...first, ...contract.access.map(({ table }) => table)]);

    for (const fault of FAULTS) {
      for (const table of tables) {
        for (const named of examplesOf(contract)) {
          // An account can have only so many webhooks, so each request has its own.
          const send = overHttp(baseUrls, await issueKey());
          const request = await prepareExample(named, (before) => retry(() => send(before)));
          faulty.choose(({ touches }) => {
            if (!touches.some((touch) => touch.table === engine.tables[table])) return 'none';
            used.add(table);
            return fault;
          });
          const first = await send(request);
          faulty.fail('none');
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
    // Recording went through the faulty engine.
    await expectFoldedLogs(stage);
  },
);
