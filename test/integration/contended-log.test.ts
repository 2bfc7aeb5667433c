import { performance } from 'node:perf_hooks';
import { expect, test } from '@jest/globals';
import { buildAppend } from '../../functions/record-events/sequencer.ts';
import { buildListEvents } from '../../lib/events/list-events.ts';
import { TIME_BUDGET } from '../../lib/process/time-budget.ts';
import { petUpdate, readLog } from '../support/event-logs.ts';
import { openTables } from '../support/open-tables.ts';

const { client, tables } = await openTables();

const APPENDERS = 8;
const EACH = 500;

test('8 that append 500 events each to one log, in batches of 50, all get them in, exactly once and in order', async () => {
  const append = buildAppend(client, tables);
  const from = performance.now();
  /** Appends one batch after the other, as a shard of a stream does, and says how long each took. */
  const run = async (appender: number) => {
    const times: number[] = [];
    for (let first = 0; first < EACH; first += 50) {
      const begun = performance.now();
      const batch = Array.from({ length: 50 }, (_, nth) => petUpdate(appender, first + nth));
      await append('pets', batch);
      times.push(performance.now() - begun);
    }
    return { longest: Math.max(...times), end: performance.now() - from };
  };
  const runs = await Promise.all(Array.from({ length: APPENDERS }, (_, index) => run(index)));
  if (process.env['FIGURES']) process.stderr.write(`${JSON.stringify(runs)}\n`);
  const events = await readLog(buildListEvents(client, tables), 'pets');
  expect(events.map(({ position }) => Number(position))).toEqual(
    Array.from({ length: APPENDERS * EACH }, (_, index) => index + 1),
  );
  for (const [id, ofItem] of Map.groupBy(events, ({ data }) => Number(data.id))) {
    const names = ofItem.map(({ data }) => ('name' in data ? Number(data.name) : undefined));
    expect([id, names]).toEqual([id, Array.from({ length: EACH }, (_, nth) => nth)]);
  }
  // None is given up, however long the others go on.
  const longest = Math.max(...runs.map((each) => each.longest));
  expect(longest).toBeLessThan(TIME_BUDGET.operation);
}, 60_000);
