import { setTimeout } from 'node:timers/promises';
import { describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { recordEventsHandler } from '../../functions/record-events/handler.ts';
import type { LogEntry } from '../../functions/record-events/log-entry.ts';
import { buildAppend } from '../../functions/record-events/sequencer.ts';
import { Event } from '../../lib/events/event.ts';
import { buildListEvents } from '../../lib/events/list-events.ts';
import { expiryOf } from '../../lib/events/log-head.ts';
import { ORDER_EXAMPLE } from '../../lib/orders/order.ts';
import { INT64_MAX } from '../../lib/values/int64.ts';
import { petUpdate } from '../support/event-logs.ts';
import { openTables } from '../support/open-tables.ts';
import {
  type Image,
  petChange,
  STREAMED,
  storedPet,
  streamRecord,
} from '../support/stream-records.ts';

const engine = await openTables();

const { client, tables } = engine;
const append = buildAppend(client, tables);
const list = buildListEvents(client, tables);
const remove = (log: string, position: bigint) => engine.remove('events', { log, position });

let logs = 0;
/** A log that no other test uses. */
const newLog = (): string => {
  logs += 1;
  return `orders#acct_${logs}`;
};

const updates = (log: string, count: number, first = 1) =>
  Array.from({ length: count }, (_, index) => petUpdate(7, first + index, log));

const positions = (events: readonly Event[]) => events.map(({ position }) => position);

// That a log has all changes in their order, each once, is in model.test.ts.
test('a log overwrites nothing if its head is lost, and says so', async () => {
  const log = newLog();
  await append(log, updates(log, 2));
  await remove(log, 0n);
  await expect(append(log, updates(log, 1, 3))).rejects.toMatchObject({
    name: 'MalformedItemError',
  });
  const { events } = await list({ log, after: 1n, limit: 9 });
  expect(events).toMatchObject([{ data: { id: 7n, name: '2' } }]);
});

describe('a page', () => {
  test('after the newest is empty and leads on from there, as latest does; beyond it is refused', async () => {
    const log = newLog();
    for (const after of [undefined, 0n, 'latest'] as const) {
      expect(await list({ log, after, limit: 5 })).toEqual({ events: [], next: 0n });
    }
    const isRefused = async (after: bigint, newest: number) =>
      expect(list({ log, after, limit: 5 })).rejects.toMatchObject({
        code: 'validation_failed',
        message: `after is beyond the newest position, which is ${newest}.`,
      });
    await isRefused(1n, 0);
    await append(log, updates(log, 3));
    for (const after of [3n, 'latest'] as const) {
      expect(await list({ log, after, limit: 5 })).toEqual({ events: [], next: 3n });
    }
    for (const after of [4n, 2n ** 53n, INT64_MAX]) await isRefused(after, 3);
  });

  test('keeps every digit of positions around 2^53', async () => {
    const log = newLog();
    const newest = 2n ** 53n - 2n;
    await engine.put('events', { log, position: 0n, newest, days: { '2026-11-01': 1n } });
    await append(log, updates(log, 4));
    const expected = [1n, 2n, 3n, 4n].map((more) => newest + more);
    const first = await list({ log, after: newest, limit: 3 });
    expect(positions(first.events)).toEqual(expected.slice(0, 3));
    const second = await list({ log, after: first.next, limit: 3 });
    expect(positions(second.events)).toEqual(expected.slice(3));
  });

  test('with an event that is malformed fails: to leave it out would be a gap', async () => {
    const log = newLog();
    await append(log, updates(log, 3));
    const malformed = { type: 'pet.created', data: { id: 7n }, expiresAt: 9n ** 12n };
    await engine.put('events', { log, position: 2n, ...malformed });
    await expect(list({ log, after: 0n, limit: 5 })).rejects.toMatchObject({
      name: 'MalformedItemError',
    });
    expect(positions((await list({ log, after: 0n, limit: 1 })).events)).toEqual([1n]);
  });
});

describe('after 30 days', () => {
  const on = (day: string) => () => new Date(`${day}T12:00:00Z`);
  const at = (day: string) => ({
    append: buildAppend(client, tables, on(day)),
    list: buildListEvents(client, tables, on(day)),
  });

  /** A log with events 1 and 2 of 1 January, 3 of 10 January, and 4 of 1 February. */
  const oldLog = async () => {
    const log = newLog();
    await at('2026-01-01').append(log, updates(log, 2));
    await at('2026-01-10').append(log, updates(log, 1, 3));
    await at('2026-02-01').append(log, updates(log, 1, 4));
    return log;
  };
  /** The positions of a page on a day, or the code of a refusal. */
  const pageOn = (day: string, log: string, after: bigint | 'latest' | undefined) =>
    at(day)
      .list({ log, after, limit: 9 })
      .then(({ events }) => positions(events).map(Number))
      .catch(({ code }: { code: string }) => code);

  test('what is before the oldest day that is kept is gone, whether it is stored or DynamoDB has deleted it', async () => {
    const log = await oldLog();
    expect(await pageOn('2026-01-31', log, 0n)).toEqual([1, 2, 3, 4]);
    const expectExpired = async () => {
      expect(await pageOn('2026-02-01', log, 1n)).toBe('events_expired');
      expect(await pageOn('2026-02-01', log, 2n)).toEqual([3, 4]);
      expect(await pageOn('2026-02-01', log, undefined)).toEqual([3, 4]);
    };
    await expectExpired();
    await remove(log, 2n);
    await expectExpired();
  });

  test('a clock that was 42 days ahead for an event does not hide those before it', async () => {
    const log = await oldLog();
    await at('2026-03-15').append(log, updates(log, 1, 5));
    await at('2026-02-01').append(log, updates(log, 1, 6));
    expect(await pageOn('2026-02-01', log, undefined)).toEqual([3, 4, 5, 6]);
    // What came after it is kept as if it were of its day.
    expect(await pageOn('2026-04-14', log, undefined)).toEqual([5, 6]);
  });

  test('the mark of a change is kept as long as its event, also by a clock that is late', async () => {
    const log = await oldLog();
    const [change] = updates(log, 1, 5);
    await at('2026-01-01').append(log, change ? [change] : []);
    for (const key of [
      { log, position: 5n },
      { log: `recorded#${log}#${change?.happening.createdAt}`, position: 0n },
    ]) {
      const expiresAt = BigInt(expiryOf('2026-02-01'));
      expect(await engine.get('events', key)).toMatchObject({ expiresAt });
    }
  });

  test('a log where nothing happened for long says so, and goes on', async () => {
    const log = await oldLog();
    for (const after of [4n, undefined, 'latest'] as const) {
      const page = await at('2026-06-01').list({ log, after, limit: 9 });
      expect(page).toEqual({ events: [], next: 4n });
    }
    await at('2026-06-01').append(log, updates(log, 1, 5));
    expect(await pageOn('2026-06-01', log, 4n)).toEqual([5]);
    expect(await pageOn('2026-06-01', log, 3n)).toBe('events_expired');
  });

  test('a clock that is late by a day makes no hole', async () => {
    const log = newLog();
    await at('2026-01-02').append(log, updates(log, 1));
    await at('2026-01-01').append(log, updates(log, 1, 2));
    expect(await pageOn('2026-02-01', log, 0n)).toEqual([1, 2]);
    expect(await pageOn('2026-02-02', log, 1n)).toBe('events_expired');
  });
});

describe('the function', () => {
  const spyOnLogs = () => ({
    lines: jest.spyOn(console, 'error').mockImplementation(() => {}),
    printed: jest.spyOn(process.stdout, 'write').mockReturnValue(true),
  });
  const appended: Record<string, readonly LogEntry[]> = {};
  const handler = recordEventsHandler(async (log, entries) => {
    appended[log] = entries;
  }, STREAMED);
  const record = (sequence: number, members?: Image) =>
    streamRecord(petChange(7n, sequence, undefined, storedPet(7n, members)));
  const orderKeys = { accountId: 'acct_a', id: 1n };
  const placed = streamRecord({
    table: 'orders',
    sequence: 4,
    keys: orderKeys,
    after: { ...ORDER_EXAMPLE, ...orderKeys },
  });

  test('leaves out a malformed record with a line in the log that leads to it, and records the others', async () => {
    const { lines, printed } = spyOnLogs();
    await handler({ Records: [record(1), record(2, { status: 'Whiskers' }), record(3)] });
    const types = appended['pets']?.map(({ happening }) => happening.type);
    expect(types).toEqual(['pet.created', 'pet.created']);
    const logged = lines.mock.calls.map(([line]) => JSON.parse(String(line)));
    const keys = '{"shard":{"N":"0"},"id":{"N":"7"}}';
    expect(logged).toMatchObject([{ code: 'event_left_out', keys }]);
    expect(String(lines.mock.calls)).not.toContain('Whiskers');
    expect(printed.mock.calls).toEqual([
      ['{"level":"INFO","code":"recorded","type":"pet.created","count":2}\n'],
    ]);
  });

  test('fails if one of the logs does, after the others are written', async () => {
    const { lines, printed } = spyOnLogs();
    const written: string[] = [];
    const failing = recordEventsHandler(async (log) => {
      if (log === 'pets') throw new Error('storage');
      await setTimeout(20);
      written.push(log);
    }, STREAMED);
    await expect(failing({ Records: [record(4), placed] })).rejects.toThrow('storage');
    expect(written).toEqual(['orders#acct_a']);
    expect(printed).not.toHaveBeenCalled();
    expect(String(lines.mock.calls[0]?.[0])).toContain('"code":"not_recorded"');
  });

  test('records what comes after a record that cannot be read, whatever is wrong with it, and only what readers can read', async () => {
    const { lines } = spyOnLogs();
    const changes = [
      record(5),
      streamRecord(petChange(7n, 5, storedPet(7n, { name: 'Max' }), storedPet(7n))),
      streamRecord(petChange(7n, 5, storedPet(7n), undefined)),
      placed,
    ];
    /** Values of a stream in a form that it does not have; times in milliseconds and in microseconds. */
    const odd = [undefined, { S: 5 }, { N: 'x' }, { N: '1e400' }, { M: null }, { L: 'x' }, {}];
    const wrong = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom(...odd, 1_795_300_000_123, 1_795_300_000_123_456),
    );
    const damaged = fc.tuple(fc.constantFrom(...changes), fc.nat(50), wrong);
    await fc.assert(
      fc.asyncProperty(damaged, async ([change, nth, value]) => {
        // The nth place, counted from the innermost on, has another value.
        let place = -1;
        const dynamodb = JSON.parse(JSON.stringify(change.dynamodb), (_name, member) => {
          place += 1;
          return place === nth ? value : member;
        }) as typeof change.dynamodb;
        await handler({ Records: [{ ...change, dynamodb }, record(6, { name: 'after' })] });
        expect(appended['pets']?.at(-1)?.happening.data).toMatchObject({ name: 'after' });
        for (const { happening } of Object.values(appended).flat()) {
          Event.parse({ position: 1n, ...happening });
          expect(happening.createdAt).toMatch(/^\d{4}-/);
        }
      }),
      { numRuns: 150 },
    );
    const codes = lines.mock.calls.map(([line]) => JSON.parse(String(line)).code);
    expect(new Set(codes)).toEqual(new Set(['event_left_out']));
    expect(codes.length).toBeGreaterThan(10);
  });

  test('fails on records of another table: a deployment with the right name reads them', async () => {
    const { lines } = spyOnLogs();
    const misnamed = recordEventsHandler(append, { ...STREAMED, pets: 'others-pets' });
    await expect(misnamed({ Records: [record(1)] })).rejects.toThrow('stage-pets');
    expect(String(lines.mock.calls[0]?.[0])).toContain('"code":"not_recorded"');
  });
});
