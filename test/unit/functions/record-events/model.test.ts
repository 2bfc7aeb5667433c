import { setImmediate } from 'node:timers/promises';
import { beforeEach, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import * as z from 'zod';
import type { LogEntry } from '../../../../functions/record-events/log-entry.ts';
import { buildAppend } from '../../../../functions/record-events/sequencer.ts';
import type { Event } from '../../../../lib/events/event.ts';
import { buildListEvents } from '../../../../lib/events/list-events.ts';
import { readSegment } from '../../../../lib/events/read-segment.ts';
import { MOST_AT_ONCE } from '../../../../lib/events/segment.ts';
import { createMemoryStorage, drawFault, runUntilDone } from '../../../support/memory-storage.ts';

/** For a longer search: MODEL_RUNS=2000. */
const RUNS = Number(process.env['MODEL_RUNS'] ?? 20);

jest.setTimeout(Math.max(RUNS * 1000, 60_000));

// Pauses between attempts take no time.
beforeEach(() => {
  jest.spyOn(Math, 'random').mockReturnValue(0);
});

/** The nth change of an item. */
const changeOf = (log: string, item: number, nth: number): LogEntry => ({
  log,
  mark: `recorded#${log}#${item}#${nth}`,
  happening: {
    type: 'pet.updated',
    createdAt: `2026-11-23T08:00:0${nth % 3}.000Z`,
    data: { id: BigInt(item), name: `${nth}`, categoryId: 1n, status: 'available' },
  },
});

/** What a stream does with a batch that it took: how many records, and how it sends them again. */
const batch = fc.record({
  size: fc.oneof(
    { weight: 19, arbitrary: fc.integer({ min: 1, max: 6 }) },
    { weight: 1, arbitrary: fc.constantFrom(MOST_AT_ONCE, 2 * MOST_AT_ONCE + 3) },
  ),
  /** Whether it is sent again though it was recorded. */
  again: fc.boolean(),
  split: fc.boolean(),
});

/** A shard: its items are changed by turns. */
const shard = fc.record({
  items: fc.integer({ min: 1, max: 3 }),
  batches: fc.array(batch, { maxLength: 4 }),
});

const fault = drawFault(6, 'refused', 'lost', 'stopped', 'stopped-before', 'abandoned', 'hidden');

const place = z.looseObject({ log: z.string(), position: z.bigint() });

const TABLES = { events: 'events', webhooks: 'webhooks' };

const LOGS = ['pets', 'orders#acct_1'];
const reader = fc.record({ log: fc.constantFrom(...LOGS), limit: fc.integer({ min: 1, max: 5 }) });

test('sequencers that run at once, stop, repeat and wake up late lose, double and swap nothing, and no reader misses any', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(shard, { minLength: 1, maxLength: 4 }),
      fc.array(fault, { maxLength: 60, size: 'max' }),
      fc.array(fc.constantFrom(0, 0, 0, 1, 3, 20), { minLength: 7, maxLength: 31 }),
      fc.array(reader, { minLength: 1, maxLength: 3 }),
      async (scheduler, shards, faults, delays, readers) => {
        let turns = 0;
        /** Some wait for long: others do much meanwhile. */
        const storage = createMemoryStorage(async (label) => {
          turns += 1;
          for (let rounds = delays[turns % delays.length] ?? 0; rounds >= 0; rounds -= 1) {
            await scheduler.schedule(Promise.resolve(), label);
            // Lets timers run, and others take part.
            await setImmediate();
          }
        });
        const left = faults.values();
        const nextFault = () => left.next().value ?? 'none';
        const written = new Map<string, LogEntry[]>(LOGS.map((log) => [log, []]));

        /** Invokes the function as Lambda does: it may be given up and go on all the same. */
        const invoke = async (changes: readonly LogEntry[]): Promise<void> => {
          let giveUp: (error: Error) => void = () => {};
          const givenUp = new Promise<never>((_, reject) => {
            giveUp = reject;
          });
          givenUp.catch(() => {});
          const append = buildAppend(storage.client(nextFault, giveUp), TABLES);
          const logs = [...Map.groupBy(changes, ({ log }) => log)];
          const works = logs.map(([log, ofLog]) => append(log, ofLog));
          for (const work of works) work.catch(() => {});
          await Promise.race([givenUp, Promise.all(works)]);
        };

        const untilDone = async (changes: readonly LogEntry[], split: boolean): Promise<void> => {
          for (;;) {
            try {
              return await invoke(changes);
            } catch (error) {
              // Storage that fails is asked again; what else is thrown would be thrown for ever.
              if (!/refused|lost|stopped|abandoned|keeps meeting/.test(String(error))) throw error;
              if (!split || changes.length === 1) continue;
              const half = Math.ceil(changes.length / 2);
              await untilDone(changes.slice(0, half), false);
              return untilDone(changes.slice(half), true);
            }
          }
        };

        /** A shard: its batches one after the other, in the order of each item's changes. */
        const run = async ({ items, batches }: (typeof shards)[number], shard: number) => {
          let nth = 0;
          for (const { size, again, split } of batches) {
            const changes = Array.from({ length: size }, () => {
              nth += 1;
              const log = LOGS[nth % LOGS.length] ?? '';
              const change = changeOf(log, shard * 10 + (nth % (2 * items)), nth);
              written.get(log)?.push(change);
              return change;
            });
            await untilDone(changes, split);
            if (again) await untilDone(changes, false);
          }
        };

        let recording = true;
        const readFault = () => {
          const next = nextFault();
          // A Query next to a transaction misses something every other time.
          if (next !== 'lost' && next !== 'refused') return turns % 2 === 0 ? 'hidden' : 'none';
          return next;
        };
        const list = buildListEvents(storage.client(readFault), { events: 'events' });
        /** Polls from the first event on until nothing more is recorded and a page is empty. */
        const read = async ({ log, limit }: (typeof readers)[number]) => {
          const events: Event[] = [];
          let after = 0n;
          for (;;) {
            const wasRecording = recording;
            try {
              const page = await list({ log, after, limit });
              events.push(...page.events);
              expect(page.next).toBe(after + BigInt(page.events.length));
              after = page.next;
              if (page.events.length === 0 && !wasRecording) return events;
            } catch (error) {
              // Only storage may fail: a position that was read is never expired, nor beyond the log.
              expect(String(error)).toMatch(/refused|lost/);
            }
          }
        };
        const readersDone = Promise.all(readers.map(read));
        const shardsDone = Promise.all(shards.map(run)).then(() => {
          recording = false;
        });
        await runUntilDone(scheduler, Promise.all([shardsDone, readersDone]));

        for (const log of LOGS) {
          const changes = written.get(log) ?? [];
          const stored = storage
            .all('events')
            .map((item) => place.parse(item))
            .filter((item) => item.log === log && item.position > 0n)
            .flatMap((item) => readSegment(item, { table: 'events', name: 'events' }));
          // 1, 2, 3, … and as many as there were changes: none is lost, none is doubled.
          const names = (each: readonly { readonly data: unknown }[]) =>
            each.map(({ data }) => `${Object(data).id} ${Object(data).name}`);
          const sorted = stored.sort((one, other) => (one.position < other.position ? -1 : 1));
          expect(sorted.map(({ position }) => position)).toEqual(
            changes.map((_, index) => BigInt(index + 1)),
          );
          const recorded = names(sorted as never);
          expect([...recorded].sort()).toEqual(
            names(changes.map(({ happening }) => happening)).sort(),
          );
          // Each item's in its order.
          for (const [item, ofItem] of Map.groupBy(sorted, (item) => Object(item['data']).id)) {
            const nths = ofItem.map((item) => Number(Object(item['data']).name));
            expect([item, nths]).toEqual([item, nths.toSorted((one, other) => one - other)]);
          }
          for (const [index, events] of (await readersDone).entries()) {
            if (readers[index]?.log === log) expect(names(events)).toEqual(recorded);
          }
        }
      },
    ),
    { numRuns: RUNS, endOnFailure: true },
  );
});
