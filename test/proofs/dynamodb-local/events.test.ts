import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildAppend } from '../../../functions/record-events/sequencer.ts';
import { buildListEvents, type ListEvents } from '../../../lib/events/list-events.ts';
import { headKey } from '../../../lib/events/log-head.ts';
import { dayOf, expiryOf } from '../../../lib/events/retention.ts';
import { CAPACITY, RECORDING } from '../../support/capacity.ts';
import { openEngine, type TestEngine } from '../../support/engine.ts';
import { petUpdate } from '../../support/event-logs.ts';
import { NAME } from './fill-pets.ts';
import { type Meter, openMeter } from './meter.ts';
import { writeAll } from './write-all.ts';

let engine: TestEngine;
let list: ListEvents;
let measure: Meter;

const LOG = 'pets';

// The same figures at both sizes: neither a page nor recording costs more in a long log.
describe.each([1_000, 20_000])('DynamoDB Local reports, with %i events in the log', (count) => {
  beforeAll(async () => {
    engine = await openEngine();
    const today = dayOf(new Date());
    await writeAll(engine, 'events', count, (nth) => {
      const { happening } = petUpdate(nth % 500, nth);
      const event = {
        log: LOG,
        position: BigInt(nth),
        ...happening,
        data: { ...happening.data, name: NAME },
        previous: { status: 'pending' },
        expiresAt: expiryOf(today),
      };
      return { PutRequest: { Item: event } };
    });
    const head = { ...headKey(LOG), newest: BigInt(count), days: { [today]: 1n } };
    await writeAll(engine, 'events', 1, (nth) =>
      nth === 1 ? { PutRequest: { Item: head } } : undefined,
    );
    list = buildListEvents(engine.client, engine.tables.events);
    measure = openMeter(engine);
  }, 240_000);
  afterAll(() => engine.close());

  const deep = BigInt(count - 500);

  test.each([
    ['the first', 0n, 20, 20, CAPACITY.listEvents20],
    ['those deep in the log', deep, 20, 20, CAPACITY.listEvents20],
    ['the first', 0n, 100, 100, CAPACITY.listEvents100],
    ['those deep in the log', deep, 100, 100, CAPACITY.listEvents100],
    ['nothing new', BigInt(count), 100, 0, CAPACITY.listNoEvents],
    ['latest', 'latest', 20, 0, CAPACITY.latestEvent],
  ] as const)('for a page of %s, after %s at most %i: what the design says', async (...row) => {
    const [, after, limit, events, expected] = row;
    const read = async () =>
      expect((await list({ log: LOG, after, limit })).events).toHaveLength(events);
    expect(await measure(read)).toEqual(expected);
  });

  test.each([1, 10, 100] as const)('for recording %i changes at once', async (changes) => {
    let items = 0;
    engine.client.middlewareStack.add(
      (next) => async (args) => {
        if ('TransactItems' in args.input) items += args.input.TransactItems?.length ?? 0;
        return next(args);
      },
      { step: 'initialize', name: 'countItems', override: true },
    );
    const append = buildAppend(engine.client, engine.tables.events);
    const batch = Array.from({ length: changes }, (_, nth) => petUpdate(1000 + changes, nth));
    const { transacted: _, ...counted } = await measure(() => append(LOG, batch));
    // DynamoDB Local reports one item of a table in a transaction, however many there are. Each is shorter than 1 KB.
    expect({ ...counted, transacted: { events: items } }).toEqual(RECORDING[changes]);
  });
});
