import { randomInt } from 'node:crypto';
import { buildListCategories } from '../../../functions/list-categories/store.ts';
import { buildFindPets } from '../../../functions/list-pets/store.ts';
import { buildPutCategory } from '../../../functions/put-category/store.ts';
import { buildAppend } from '../../../functions/record-events/sequencer.ts';
import { fillIn } from '../../../infra/openapi/generate/generated-guides.ts';
import { buildListEvents } from '../../../lib/events/list-events.ts';
import { storedPet } from '../../../lib/pets/stored-pet.ts';
import { putItems } from '../../support/copy-table.ts';
import { openEngine } from '../../support/engine.ts';
import { petUpdate } from '../../support/event-logs.ts';
import { editFile } from '../../support/project.ts';
import { orderStore } from '../../support/stored-orders.ts';
import { change, OWNED, petStore, setCounter } from '../../support/stored-pets.ts';
import { ownTemporaryFolder } from '../../support/temporary-folder.ts';
import { openMeter } from './meter.ts';

/** A program: how often a second the partitions of tables and indexes take each operation, which it writes into the page of scale. */

/** What a partition takes in a second ("Best practices for designing and using partition keys effectively in DynamoDB"). */
const PARTITION: Readonly<Record<string, number>> = { read: 3000, write: 1000 };

/** Pets that are there before: each partition of the table has as many. */
const COUNT = 2048;

const CATEGORIES = 7;

/** The account of the nth pet, or another one's. There are fifty: an account's limit is far below what all may do together. */
const accountOf = (nth: number): string => `acct_${String(nth % 50).padStart(16, '0')}`;

ownTemporaryFolder();
const engine = await openEngine();
const { client, tables } = engine;
const [pets, orders] = [petStore(engine), orderStore(engine)];

/** The nth pet, with a name of usual length. */
const petOf = (nth: number) => ({
  name: 'x'.repeat(128),
  categoryId: BigInt(nth % CATEGORIES),
  accountId: accountOf(nth),
});
const all = Array.from({ length: COUNT }, (_, n) => n + 1);
const stored = all.map((id) =>
  storedPet({ ...OWNED, ...petOf(id), id: BigInt(id), status: 'available' }),
);
await putItems(client, tables.pets, stored);
await setCounter(engine, 'pets', COUNT);

const meter = openMeter(engine);
const rows: string[] = [];

/**
 * Does work so many times, sixteen at once, and measures how often a second partitions take it.
 * @param each how much is done each time
 * @param aim how often a second it should be possible
 */
const measure = async (
  work: string,
  times: number,
  doIt: (nth: number) => Promise<unknown>,
  { each = 1, aim = 0 } = {},
): Promise<void> => {
  let begun = 0;
  const go = async () => {
    while (begun < times) {
      begun += 1;
      await doIt(begun - 1);
    }
  };
  await meter.measure(() => Promise.all(Array.from({ length: 16 }, go)));
  const used = [...meter.partitions()].map(([name, units]) => {
    const [kind = '', target = ''] = name.split(' ');
    const perSecond = ((PARTITION[kind] ?? 0) * times * each) / units;
    return { target: `${kind}s of \`${target}\``, perSecond };
  });
  const [first] = used.toSorted((one, other) => one.perSecond - other.perSecond);
  if (first === undefined) throw new Error(`${work} asks nothing of the engine`);
  const { length } = used.filter(({ target }) => target === first.target);
  const busiest = `${first.target}, ${length === 1 ? 'one partition' : `one of ${length}`}`;
  const perSecond = Number(first.perSecond.toPrecision(2));
  if (perSecond < aim) process.exitCode = 1;
  console.log(
    `${perSecond < aim ? '!' : ' '} ${perSecond} a second: ${work} (${busiest})${aim ? `; aim ${aim}` : ''}`,
  );
  rows.push(`| ${work} | ${perSecond.toLocaleString('en')} | ${busiest} |`);
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

await measure('`createPet`', 2048, (nth) => pets.create(petOf(nth)), { aim: 1000 });
await measure('`updatePet` of a name', COUNT / 8, (nth) => {
  const accountId = accountOf(Number(spread(nth)));
  return pets.update(spread(nth), { name: `${nth}` }, { ...change(), accountId });
});

const placeAndClose = async (of: string, ids: readonly number[], aims: readonly number[] = []) => {
  const placed: { readonly id: bigint; readonly owner: string }[] = [];
  const place = async (nth: number) => {
    const petId = ids[nth] ?? 0;
    const { id } = await orders.place(BigInt(petId), accountOf(petId + 1 + (nth % 7)));
    placed.push({ id, owner: accountOf(petId) });
  };
  await measure(`\`placeOrder\`${of}`, ids.length, place, { aim: aims[0] });
  const close = (nth: number) => {
    const { owner, id } = placed[nth] ?? { owner: '', id: 0n };
    return nth % 2 === 0 ? orders.complete(owner, id) : orders.cancel(owner, id);
  };
  await measure(`\`completeOrder\`, \`cancelOrder\`${of}`, ids.length, close, { aim: aims[1] });
};
const isOfFirst = (id: number) => id % CATEGORIES === 0;
const others = all.filter((id) => !isOfFirst(id) && id % 5 === 0);
await placeAndClose('', others, [1000, 3000]);
await placeAndClose(' of one category', all.filter(isOfFirst));

await measure('`getPet`, spread', COUNT / 8, (nth) => pets.get(spread(nth)), { aim: 24_000 });
await measure('`getPet` of one pet', 16, () => pets.get(7n));
await measure('`listPets`, the first 20', 16, () => pets.list({ after: 0n, limit: 20 }));
await measure('`listPets`, 20, spread', COUNT / 8, page(20), { aim: 5000 });
await measure('`listPets`, 100, spread', COUNT / 8, page(100));
await measure('`listPets` of 100 `ids`, spread', 64, (nth) => find(hundred(BigInt(nth), 40n)));
await measure('`listPets` of 100 `ids` of one shard', 16, () => find(hundred(128n, 1n)));
const [category, status] = [{ categoryId: 3n }, { status: 'available' }];
await measure('`listPets`, 20 of a status', COUNT / 8, page(20, status), { aim: 5000 });
await measure('`listPets`, 20 of a category', COUNT / 8, page(20, category));
await measure('`listPets`, 20 of both', COUNT / 8, page(20, { ...category, ...status }));
const listOrders = () =>
  orders.list({ accountId: accountOf(0), after: 2n ** 62n, limit: 20, status: undefined });
await measure('`listOrders`, 20, of one account', 16, listOrders);
const put = buildPutCategory(client, tables);
const how = { accountId: accountOf(0), ifMatch: undefined };
await measure('`putCategory`', 64, (nth) => put(BigInt(nth), { name: 'Dogs' }, how));
const listCategories = buildListCategories(client, tables);
await measure('`listCategories`, 20', 16, () => listCategories({ after: 0n, limit: 20 }));

/** 256 random characters of four bytes each, which do not compress. */
const longestName = (): string =>
  String.fromCodePoint(...Array.from({ length: 256 }, () => 0x2_00_00 + randomInt(0xa0_00)));
/** A pet gets another of the longest names. */
const renamed: typeof petUpdate = (id, nth) => {
  const { happening, ...entry } = petUpdate(id, nth, 'orders#acct_longest', longestName());
  return { ...entry, happening: { ...happening, previous: { name: longestName() } } };
};
const append = buildAppend(client, tables);
for (const [names, update, aim] of [
  ['', petUpdate, 2000],
  [', longest names', renamed, 380],
] as const) {
  const recordAll = (size: number, batches: number) => async () => {
    for (let batch = 0; batch < batches; batch += 1) {
      const events = Array.from({ length: size }, (_, nth) => update(1000 * size + batch, nth));
      await append(events[0]?.log ?? '', events);
    }
  };
  const one = `events of one log, one at a time${names}`;
  await measure(one, 1, recordAll(1, 16), { each: 16 });
  const many = `events of one log, 98 at once${names}`;
  await measure(many, 1, recordAll(98, 4), { each: 4 * 98, aim });
}
const listEvents = buildListEvents(client, tables);
await measure('`listEvents`, 20', 16, () => listEvents({ log: 'pets', after: 0n, limit: 20 }));

const table = ['| | A second | What ends first |', '| --- | ---: | --- |', ...rows].join('\n');
editFile('docs/scale.md', (page) => fillIn(page, 'ceilings: npm run check -- scale', table));
process.exit();
