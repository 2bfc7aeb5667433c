import { setTimeout } from 'node:timers/promises';
import { afterAll, expect, test } from '@jest/globals';
import { buildFindKey } from '../../../lib/accounts/find-key.ts';
import { StorageTimeoutError } from '../../../lib/errors/storage-errors.ts';
import type { Event } from '../../../lib/events/event.ts';
import { buildListEvents } from '../../../lib/events/list-events.ts';
import { MOST_AT_ONCE } from '../../../lib/events/segment.ts';
import { ATTEMPTS, TIME_BUDGET } from '../../../lib/process/time-budget.ts';
import { createDocumentClient } from '../../../lib/storage/document-client.ts';
import { runFunctions } from '../../bundles/deployed-functions.ts';
import { openEngine } from '../../support/engine.ts';
import { startFaultyEngine } from '../../support/faulty-engine.ts';
import { petChange, storedPet, streamRecord } from '../../support/stream-records.ts';
import { startStubService } from '../../support/stub-service.ts';

test('the read of a key ends before the authorizer does, though storage answers on and on', async () => {
  await using trickle = await startStubService(async (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/x-amz-json-1.0' });
    while (!response.destroyed) {
      response.write(' ');
      await setTimeout(TIME_BUDGET.attempt / 3);
    }
  });
  const client = createDocumentClient({
    endpoint: trickle.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const find = buildFindKey(client, { apiKeys: 'api-keys' });
  await expect(find('pet_test_')).rejects.toBeInstanceOf(StorageTimeoutError);
  client.destroy();
});

const engine = await openEngine();
const faulty = await startFaultyEngine(engine.endpoint);
const functions = await runFunctions({ ...engine, endpoint: faulty.endpoint });
afterAll(async () => {
  await functions.close();
  await engine.close();
  faulty.close();
});

const all = (count: number) =>
  Array.from({ length: count }, (_, nth) => [BigInt(nth + 1), BigInt(nth + 1)]);

test('a batch whose storage hangs or is slow ends in time, and is recorded when it comes again', async () => {
  const record = async (count: number) => {
    const Records = Array.from({ length: count }, (_, nth) => {
      const change = petChange(BigInt(nth + 1), nth + 1, undefined, storedPet(BigInt(nth + 1)));
      return streamRecord(change, engine.tables);
    });
    return functions.invoke('recordEvents', { Records });
  };
  const expectLate = async (count: number, limit: number) => {
    const begun = Date.now();
    const late = { kind: 'error', errorType: 'StorageTimeoutError' };
    expect(await record(count)).toMatchObject(late);
    expect(Date.now() - begun).toBeLessThan(limit);
    expect(functions.lines()).toContainEqual(expect.stringContaining('"code":"not_recorded"'));
  };
  const list = buildListEvents(engine.client, engine.tables);
  const recorded = async () => {
    const events: Event[] = [];
    for (;;) {
      const page = await list({ log: 'pets', after: BigInt(events.length), limit: 100 });
      if (page.events.length === 0) return events.map(({ position, data }) => [position, data.id]);
      events.push(...page.events);
    }
  };
  // An instance that has answered once.
  await record(0);
  faulty.fail('hang');
  await expectLate(3, TIME_BUDGET.operation);
  faulty.fail('none');
  expect(await recorded()).toEqual([]);

  const count = 3 * MOST_AT_ONCE;
  let asked = 0;
  // Every write succeeds with its last attempt. Reads run side by side, so their attempts have no order.
  faulty.choose(({ touches }) => {
    if (touches.every(({ action }) => action === 'GetItem')) return 'none';
    asked += 1;
    return asked % ATTEMPTS === 0 ? 'none' : 'hang';
  });
  await expectLate(count, TIME_BUDGET.invocation);
  const before = asked;
  await setTimeout(2 * TIME_BUDGET.attempt);
  expect(asked).toBe(before);
  const first = await recorded();
  // The first event of a log is alone.
  expect([1, 1 + MOST_AT_ONCE, 1 + 2 * MOST_AT_ONCE]).toContain(first.length);
  expect(first).toEqual(all(first.length));
  faulty.fail('none');
  expect((await record(count)).kind).toBe('success');
  expect(await recorded()).toEqual(all(count));
});
