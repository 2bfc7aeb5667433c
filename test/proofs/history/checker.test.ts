import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { writeJson } from '../../../lib/values/json.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { checkHistory } from './checker.ts';
import type { Answered, Asked, Operation } from './history.ts';
import { PROTECTIONS } from './protections.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** An operation without its times; without an answer it is open. */
interface Step {
  readonly asked: Omit<Asked, 'account'> & { readonly account?: string };
  readonly answer?: Answered;
}

/** Steps one after the other, each by another client. */
const inTurn = (steps: readonly Step[]): Operation[] =>
  steps.map(({ asked, answer }, client) => ({
    account: 'north',
    ...asked,
    client,
    call: 10 * client,
    ...(answer && { return: 10 * client + 5, answer }),
  }));

const check = async (operations: readonly Operation[], seconds = 20, megabytes = 512) => {
  const file = join(temporaryFolder(), 'history.jsonl');
  const head = { seed: 0, kind: 'written', operations: operations.length };
  writeFileSync(file, [head, ...operations].map((line) => `${writeJson(line)}\n`).join(''));
  return checkHistory(file, seconds, megabytes);
};

const rex = { id: 7n, name: 'Rex', categoryId: 1n, status: 'available' };
const times = { createdAt: 'noon', updatedAt: 'noon' };
const order = { id: 3n, petId: 7n, status: 'placed', role: 'owner', ...times };

const step = (asked: Step['asked'], answer: Answered): Step => ({ asked, answer });
const create: Step = {
  asked: { op: 'createPet', key: 'k', body: { name: 'Rex', categoryId: 1n } },
  answer: { status: 201, etag: 'a', pet: rex },
};
const replay = (etag: string, pet: typeof rex): Step => ({
  ...create,
  answer: { status: 201, etag, replayed: true, pet },
});
const rename = (name: string, etag: string, ...ifMatch: string[]): Step => ({
  asked: { op: 'updatePet', pet: 7n, body: { name }, ...(ifMatch.length > 0 && { ifMatch }) },
  answer: { status: 200, etag, pet: { ...rex, name } },
});
const refused = (status: number, { asked }: Step): Step => ({ asked, answer: { status } });
const get = (pet: Partial<typeof rex>, etag: string): Step => ({
  asked: { op: 'getPet', pet: 7n },
  answer: { status: 200, etag, pet: { ...rex, ...pet } },
});
const remove: Step = { asked: { op: 'deletePet', pet: 7n }, answer: { status: 204 } };
/** The pet is north's. */
const roleOf = (account: string) => (account === 'north' ? 'owner' : 'customer');
const place = (account: string, shown: typeof order): Step => ({
  asked: { op: 'placeOrder', account, pet: 7n, key: `order ${shown.id}` },
  answer: { status: 201, order: { ...shown, role: roleOf(account) } },
});
const close = (op: 'cancelOrder' | 'completeOrder', status: string, account = 'north'): Step => ({
  asked: { op, account, pet: 7n, order: 3n },
  answer: { status: 200, order: { ...order, status, role: roleOf(account), updatedAt: 'later' } },
});
const getOrder = (account: string, role: string): Step => ({
  asked: { op: 'getOrder', account, pet: 7n, order: 3n },
  answer: { status: 200, order: { ...order, role } },
});
const put = (account: string, name: string, status: number, etag: string): Step => ({
  asked: { op: 'putCategory', account, category: -1n, body: { name } },
  answer: { status, etag, category: { id: -1n, name } },
});
const onlyNew = (of: Step): Step => ({ ...of, asked: { ...of.asked, ifNoneMatch: true } });

const placed = [create, place('north', order)];
const held = [create, place('south', order)];

/** Each is correct up to its last answer. */
const WRONG: Readonly<Record<string, readonly Step[]>> = {
  'a lost update': [create, rename('Max', 'b', 'a'), rename('Bella', 'c', 'a')],
  'an update that was refused and happened': [
    create,
    rename('Max', 'b'),
    refused(412, rename('Bella', 'c', 'a')),
    get({ name: 'Bella' }, 'c'),
  ],
  'a refusal without a reason': [create, refused(412, rename('Bella', 'c', 'a'))],
  'two holders': [...held, place('east', { ...order, id: 4n })],
  'a stale read': [create, rename('Max', 'b'), get({}, 'a')],
  'a stale read by ids': [
    create,
    rename('Max', 'b'),
    step({ op: 'petsByIds', pets: [7n, 8n] }, { status: 200, pets: [rex] }),
  ],
  'an older tag by the id alone': [
    create,
    rename('Max', 'b'),
    step(
      { op: 'petsByIds', pets: [7n] },
      { status: 200, etag: 'a', pets: [{ ...rex, name: 'Max' }] },
    ),
  ],
  'a read of the future': [create, get({ name: 'Max' }, 'b')],
  'a pet that is not there yet': [create, step({ op: 'getPet', pet: 7n }, { status: 404 })],
  'a deleted pet that comes back': [create, remove, get({}, 'a')],
  'a deleted pet that its creation brings back': [
    create,
    remove,
    { ...create, answer: { ...create.answer, status: 201, replayed: true } },
    get({}, 'a'),
  ],
  'a tag that comes back': [create, rename('Max', 'b'), rename('Bella', 'a')],
  'a tag that stays': [create, rename('Max', 'a')],
  'a replay that differs': [create, replay('a', { ...rex, name: 'Max' })],
  'a replay with another tag': [create, rename('Max', 'b'), replay('b', rex)],
  'a replay that creates': [
    create,
    { ...create, answer: { status: 201, etag: 'b', pet: { ...rex, id: 8n } } },
  ],
  'a replay of an order as it is now': [
    ...placed,
    close('cancelOrder', 'cancelled'),
    {
      ...place('north', order),
      answer: { status: 201, replayed: true, order: { ...order, status: 'cancelled' } },
    },
  ],
  'an order that is closed in two ways': [
    ...placed,
    close('cancelOrder', 'cancelled'),
    close('completeOrder', 'completed'),
  ],
  'an order without its pet': [...placed, get({}, 'a')],
  'a completed order without its pet': [
    ...placed,
    close('completeOrder', 'completed'),
    get({ status: 'available' }, 'b'),
  ],
  'a held pet that is deleted': [...held, remove],
  'a held pet whose status changes': [
    ...held,
    step(
      { op: 'updatePet', pet: 7n, body: { status: 'sold' } },
      { status: 200, etag: 'c', pet: { ...rex, status: 'sold' } },
    ),
  ],
  'an order that its customer completes': [...held, close('completeOrder', 'completed', 'south')],
  'an order that its owner cannot cancel': [
    ...held,
    step({ op: 'cancelOrder', pet: 7n, order: 3n }, { status: 404 }),
  ],
  'an order that is open for one side, and closed for the other': [
    ...held,
    close('cancelOrder', 'cancelled', 'south'),
    getOrder('north', 'owner'),
  ],
  'an order in the role of the other side': [...held, getOrder('south', 'owner')],
  'an order of another account': [...held, getOrder('east', 'customer')],
  'an id for two orders': [
    ...placed,
    close('cancelOrder', 'cancelled'),
    step({ op: 'placeOrder', pet: 8n }, { status: 404 }),
    step({ op: 'placeOrder', pet: 7n }, { status: 201, order }),
  ],
  'a change by a stranger': [
    create,
    step(
      { op: 'updatePet', account: 'south', pet: 7n, body: { name: 'Max' } },
      { status: 200, etag: 'b', pet: { ...rex, name: 'Max' } },
    ),
  ],
  'an answer that no operation has': [create, refused(400, rename('Max', 'b'))],
  'a category that is created twice': [
    onlyNew(put('north', 'Dogs', 201, 'a')),
    onlyNew(put('north', 'Cats', 201, 'b')),
  ],
  'a category that a stranger changes': [
    put('north', 'Dogs', 201, 'a'),
    put('south', 'Cats', 200, 'b'),
  ],
  'a category whose tag comes back after its end': [
    put('north', 'Dogs', 201, 'a'),
    step({ op: 'deleteCategory', category: -1n }, { status: 204 }),
    put('south', 'Dogs', 201, 'a'),
  ],
};

describe('the checker finds', () => {
  test.each(Object.entries(WRONG))('%s', async (_what, steps) => {
    const operations = inTurn(steps);
    const right = await check(operations.slice(0, -1));
    expect([right.violations, right.undecided]).toEqual([[], []]);
    const { violations } = await check(operations);
    expect(violations.length).toBeGreaterThan(0);
    expect(violations[0]?.after).toBe(operations.length);
  });
});

describe('a request without an answer', () => {
  const unanswered = { asked: rename('Max', 'b').asked };

  test.each([
    ['happened', [create, unanswered, get({ name: 'Max' }, 'b')]],
    ['did not happen', [create, unanswered, get({}, 'a')]],
    ['happened much later', [create, unanswered, get({}, 'a'), get({ name: 'Max' }, 'b')]],
    ['may be the first of two', [{ asked: create.asked }, replay('a', rex), get({}, 'a')]],
  ])('%s', async (_what, steps) => {
    expect((await check(inTurn(steps))).violations).toEqual([]);
  });

  test('happens once', async () => {
    const once = [create, unanswered, get({ name: 'Max' }, 'b')];
    const steps = [...once, rename('Bella', 'c'), get({ name: 'Max' }, 'd')];
    expect((await check(inTurn(steps))).violations).toHaveLength(1);
  });
});

test('a history that is too hard is not decided', async () => {
  /** Any of these writes may have happened, in any order, and none explains the read. */
  const unread = (nth: number): Step => ({
    asked: { op: 'putCategory', category: 1n, body: { name: `c${nth}` } },
  });
  const seen = step(
    { op: 'getCategory', category: 1n },
    { status: 200, etag: 'a', category: { id: 1n, name: 'never' } },
  );
  const steps = inTurn([...Array.from({ length: 40 }, (_, nth) => unread(nth)), seen]);
  const short = await check(steps, 1);
  expect([short.violations, short.undecided]).toEqual([[], ['category 1']]);
  const small = check(steps, 50, 16);
  await expect(small).rejects.toThrow('needs more than 16 MB');
});

test('what each protection removes is in the code', () => {
  const gone = Object.values(PROTECTIONS)
    .flatMap(({ edits }) => edits)
    .filter(([path, from]) => !readFileSync(join(ROOT, path), 'utf8').includes(from));
  expect(gone).toEqual([]);
});
