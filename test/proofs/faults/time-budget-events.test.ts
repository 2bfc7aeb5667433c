import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { listEvents } from '../../../functions/list-events/contract.ts';
import { MOST_AT_ONCE } from '../../../functions/record-events/sequencer.ts';
import { ERRORS } from '../../../lib/errors/errors.ts';
import { buildListEvents } from '../../../lib/events/list-events.ts';
import { ATTEMPTS, TIME_BUDGET } from '../../../lib/process/time-budget.ts';
import { type RunningFunctions, runFunctions } from '../../support/deployed-functions.ts';
import { openEngine, type TestEngine } from '../../support/engine.ts';
import { readLog } from '../../support/event-logs.ts';
import { type FaultyEngine, startFaultyEngine } from '../../support/faulty-engine.ts';
import { petChange, storedPet, streamRecord } from '../../support/stream-records.ts';

let engine: TestEngine;
let faulty: FaultyEngine;
let closers: (() => unknown)[];

beforeEach(async () => {
  engine = await openEngine();
  faulty = await startFaultyEngine(engine.endpoint);
  closers = [engine.close, faulty.close];
});
afterEach(async () => {
  for (const close of closers.reverse()) await close();
});

/** Runs the bundles over an engine, which has answered each function once. */
const runOver = async (endpoint: string) => {
  const lines: string[] = [];
  const log = (_name: string, line: string) => {
    if (line.includes('{"level":')) lines.push(line);
  };
  const functions = await runFunctions({ ...engine, endpoint }, { log });
  closers.push(functions.close);
  return { functions, lines };
};

/** A batch of new pets. */
const batchOf = (count: number) => ({
  Records: Array.from({ length: count }, (_, nth) =>
    streamRecord(
      petChange(BigInt(nth + 1), nth + 1, undefined, storedPet(BigInt(nth + 1))),
      engine.tables,
    ),
  ),
});

const record = async ({ invoke }: RunningFunctions, batch: ReturnType<typeof batchOf>) => {
  const begun = Date.now();
  const result = await invoke('recordEvents', batch);
  return { result, took: Date.now() - begun };
};

const recorded = async () =>
  (await readLog(buildListEvents(engine.client, engine.tables.events), 'pets')).map(
    ({ position, data }) => [position, data.id],
  );
const all = (count: number) =>
  Array.from({ length: count }, (_, nth) => [BigInt(nth + 1), BigInt(nth + 1)]);

const ENDED = { kind: 'error', errorType: 'StorageTimeoutError' };
const LINE = expect.stringContaining('"code":"not_recorded"');

test('a batch whose storage hangs fails in time, and is recorded when it comes again', async () => {
  const { functions, lines } = await runOver(faulty.endpoint);
  await record(functions, batchOf(0));
  await faulty.fail('hang');
  const { result, took } = await record(functions, batchOf(3));
  expect(result).toMatchObject(ENDED);
  expect(took).toBeLessThan(TIME_BUDGET.operation);
  expect(lines).toEqual([LINE]);
  await faulty.fail('none');
  expect(await recorded()).toEqual([]);
  expect((await record(functions, batchOf(3))).result.kind).toBe('success');
  expect(await recorded()).toEqual(all(3));
});

test('of a batch through slow storage a part is recorded in time, and the rest when it comes again', async () => {
  const { functions, lines } = await runOver(faulty.endpoint);
  const count = 3 * MOST_AT_ONCE;
  await record(functions, batchOf(0));
  let asked = 0;
  // Every call succeeds with its last attempt.
  faulty.choose(() => {
    asked += 1;
    return asked % ATTEMPTS === 0 ? 'none' : 'hang';
  });
  const { result, took } = await record(functions, batchOf(count));
  expect(result).toMatchObject(ENDED);
  expect(took).toBeLessThan(TIME_BUDGET.invocation);
  expect(lines).toEqual([LINE]);
  const before = asked;
  await setTimeout(2 * TIME_BUDGET.attempt);
  expect(asked).toBe(before);

  const first = await recorded();
  expect([1, 2].map((times) => times * MOST_AT_ONCE)).toContain(first.length);
  expect(first).toEqual(all(first.length));
  await faulty.fail('none');
  expect((await record(functions, batchOf(count))).result.kind).toBe('success');
  expect(await recorded()).toEqual(all(count));
});

test('storage that answers on and on makes a batch fail in time, and a page our 504', async () => {
  const server = createServer(async (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/x-amz-json-1.0' });
    while (!response.destroyed) {
      response.write(' ');
      await setTimeout(TIME_BUDGET.attempt / 3);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const { functions, lines } = await runOver(`http://127.0.0.1:${port}`);
  await record(functions, batchOf(0));
  const page = { path: {}, query: { after: '0' }, headers: {}, body: undefined };
  const [{ result, took }, answer] = await Promise.all([
    record(functions, batchOf(3)),
    functions.send({ contract: listEvents, status: 200, ...page }),
  ]);
  expect(result).toMatchObject(ENDED);
  expect(took).toBeLessThan(TIME_BUDGET.invocation);
  expect(lines).toContainEqual(LINE);
  expect([answer.status, answer.body]).toMatchObject([ERRORS.timeout.status, { code: 'timeout' }]);
});
