import { randomInt } from 'node:crypto';
import { buildListCategories } from '../../../functions/list-categories/store.ts';
import { buildFindPets } from '../../../functions/list-pets/find-pets.ts';
import { buildPutCategory } from '../../../functions/put-category/store.ts';
import { buildAppend } from '../../../functions/record-events/sequencer.ts';
import { buildListEvents } from '../../../lib/events/list-events.ts';
import type { TestEngine } from '../../support/engine.ts';
import { petUpdate } from '../../support/event-logs.ts';
import { orderStore } from '../../support/stored-orders.ts';
import { change, petStore } from '../../support/stored-pets.ts';
import { openMeter } from './meter.ts';
import { accountOf, COUNT, inParallel, isOfFirst, newPet } from './store.ts';

/** What a partition takes in a second ("Best practices for designing and using partition keys effectively in DynamoDB"). */
export const PARTITION = { read: 3000, write: 1000 };

/** How often a second something can be done, and the partition that ends first. */
export interface Ceiling {
  readonly work: string;
  readonly busiest: string;
  readonly perSecond: number;
  /** What is aimed at. */
  readonly aim: number | undefined;
}

/** What is known of a piece of work. */
interface Expected {
  /** How much is done each time. @default 1 */
  readonly each?: number;
  readonly aim?: number;
}

/** 256 random characters of four bytes each. */
const longestName = (): string =>
  String.fromCodePoint(...Array.from({ length: 256 }, () => 0x2_00_00 + randomInt(0xa0_00)));

/** Measures what everything takes from partitions, and how often a second they take it. */
export const measureCeilings = async (engine: TestEngine): Promise<readonly Ceiling[]> => {
  const { client, tables } = engine;
  const [meter, pets, orders] = [openMeter(engine), petStore(engine), orderStore(engine)];
  const ceilings: Ceiling[] = [];
  const measure = async (
    work: string,
    times: number,
    doIt: (nth: number) => Promise<unknown>,
    { each = 1, aim }: Expected = {},
  ): Promise<void> => {
    await meter.measure(() => inParallel(times, doIt));
    const used = [...meter.partitions()].map(([name, units]) => {
      const [kind = '', target = ''] = name.split(' ');
      const perSecond =
        ((kind === 'read' ? PARTITION.read : PARTITION.write) * times * each) / units;
      return { kind, target, perSecond, units };
    });
    const [first] = used.toSorted((one, other) => one.perSecond - other.perSecond);
    if (first === undefined) throw new Error(`${work} asks nothing of the engine`);
    const { length } = used.filter(
      ({ kind, target }) => kind === first.kind && target === first.target,
    );
    const busiest = `${first.kind}s of \`${first.target}\`, ${length === 1 ? 'one partition' : `one of ${length}`}`;
    ceilings.push({ work, busiest, perSecond: Number(first.perSecond.toPrecision(2)), aim });
  };

  /** Ids spread over the list. */
  const spread = (nth: number): bigint => BigInt(1 + ((nth * 8) % COUNT));
  const page =
    (limit: number, filters: object = {}) =>
    (nth: number) =>
      pets.list({ after: spread(nth), limit, ...filters });
  const find = buildFindPets(client, tables);
  const hundred = (from: bigint, step: bigint) =>
    Array.from({ length: 100 }, (_, n) => from + step * BigInt(n));

  await measure('`createPet`', 2048, (nth) => pets.create(newPet(nth)), {
    aim: 1000,
  });
  const rename = (nth: number) =>
    pets.update(
      spread(nth),
      { name: `${nth}` },
      { ...change(), accountId: accountOf(Number(spread(nth))) },
    );
  await measure('`updatePet` of a name', 512, rename);

  const placeAndClose = async (suffix: string, ids: readonly bigint[], aims: readonly number[]) => {
    const placed: { readonly id: bigint; readonly owner: string }[] = [];
    const place = async (nth: number) => {
      const petId = ids[nth] ?? 0n;
      const owner = accountOf(Number(petId));
      const { id } = await orders.place(petId, accountOf(Number(petId) + 1 + (nth % 7)));
      placed.push({ id, owner });
    };
    await measure(`\`placeOrder\`${suffix}`, ids.length, place, {
      aim: aims[0] ?? 0,
    });
    const close = (nth: number) => {
      const { owner, id } = placed[nth] ?? { owner: '', id: 0n };
      return nth % 2 === 0 ? orders.complete(owner, id) : orders.cancel(owner, id);
    };
    await measure(`\`completeOrder\`, \`cancelOrder\`${suffix}`, ids.length, close, {
      aim: aims[1] ?? 0,
    });
  };
  const all = Array.from({ length: COUNT }, (_, n) => n + 1);
  const ofOne = all.filter(isOfFirst);
  const others = all.filter((id) => !isOfFirst(id) && id % 5 === 0);
  await placeAndClose('', others.map(BigInt), [1000, 3000]);
  await placeAndClose(' of one category', ofOne.map(BigInt), []);

  await measure('`getPet`, spread', 512, (nth) => pets.get(spread(nth)), {
    aim: 24_000,
  });
  await measure('`getPet` of one pet', 16, () => pets.get(7n));
  await measure('`listPets`, the first 20', 16, () => pets.list({ after: 0n, limit: 20 }), {});
  await measure('`listPets`, 20, spread', 512, page(20), { aim: 5000 });
  await measure('`listPets`, 100, spread', 512, page(100));
  await measure('`listPets` of 100 `ids`, spread', 64, (nth) => find(hundred(BigInt(nth), 40n)));
  await measure('`listPets` of 100 `ids` of one shard', 16, () => find(hundred(128n, 1n)));
  await measure('`listPets`, 20 of a status', 512, page(20, { status: 'available' }), {
    aim: 5000,
  });
  await measure('`listPets`, 20 of a category', 512, page(20, { categoryId: 3n }));
  await measure('`listPets`, 20 of both', 512, page(20, { categoryId: 3n, status: 'available' }));
  const listOrders = () =>
    orders.list({ accountId: accountOf(0), after: 2n ** 62n, limit: 20, status: undefined });
  await measure('`listOrders`, 20, of one account', 16, listOrders);
  const put = buildPutCategory(client, tables);
  const how = { accountId: accountOf(0), expected: { kind: 'either' } } as const;
  await measure('`putCategory`', 64, (nth) => put(BigInt(nth), { name: 'Dogs' }, how));
  const listCategories = buildListCategories(client, tables);
  await measure('`listCategories`, 20', 16, () => listCategories({ after: 0n, limit: 20 }));

  const append = buildAppend(client, tables);
  const recordAll = (size: number, batches: number, change: typeof petUpdate) => async () => {
    for (let batch = 0; batch < batches; batch += 1) {
      const events = Array.from({ length: size }, (_, nth) => change(1000 * size + batch, nth));
      await append(events[0]?.log ?? '', events);
    }
  };
  /** A pet gets another of the longest names, which do not compress. */
  const renamed: typeof petUpdate = (id, nth) => {
    const { happening, ...entry } = petUpdate(id, nth, 'orders#acct_longest');
    const data = { ...happening.data, name: longestName() };
    return { ...entry, happening: { ...happening, data, previous: { name: longestName() } } };
  };
  for (const [names, change] of [
    ['', petUpdate],
    [', longest names', renamed],
  ] as const) {
    const one = `events of one log, one at a time${names}`;
    await measure(one, 1, recordAll(1, 16, change), { each: 16 });
    const aim = names ? 380 : 2000;
    await measure(`events of one log, 98 at once${names}`, 1, recordAll(98, 4, change), {
      each: 392,
      aim,
    });
  }
  const listEvents = buildListEvents(client, tables);
  await measure('`listEvents`, 20', 16, () => listEvents({ log: 'pets', after: 0n, limit: 20 }));
  return ceilings;
};
