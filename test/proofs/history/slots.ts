import * as z from 'zod';
import { pick, weigh } from './chance.ts';
import type { Answered, Asked } from './history.ts';

/** A number from 0 up to 1 for a choice of one turn. It depends only on the seed. */
export type Choose = (what: string) => number;

/** A planned request, and what is learnt from its answer. */
export interface Planned {
  readonly asked: Asked;
  readonly learn?: (answer: Answered) => void;
}

interface Placed {
  readonly account: string;
  readonly key: string | undefined;
  id?: bigint;
}

/** The clients' knowledge of the one pet that they work on. */
interface Life {
  readonly owner: string;
  readonly key: string | undefined;
  readonly body: { readonly name: string; readonly categoryId: bigint; readonly status?: string };
  id?: bigint;
  tags: string[];
  orders: Placed[];
  turns: number;
}

const learnTag = (tags: string[], etag: string | undefined): void => {
  if (etag !== undefined && tags.at(-1) !== etag) tags.push(etag);
};

/** Requests to one pet or category before the next one replaces it: long histories take the checker long. */
const TURNS = 90;

const STATUSES = ['available', 'available', 'available', 'pending', 'sold'] as const;

const shownId = z.object({ id: z.bigint() });

/** The tags for If-Match: mostly the last one that clients saw, also an older one, `*`, or two. */
const chooseTags = (tags: readonly string[], choose: Choose): string[] => {
  const last = tags.at(-1) ?? '"none"';
  const other = pick(tags, choose('older tag')) ?? last;
  const way = weigh({ last: 15, other: 2, both: 1, any: 2 }, choose('tags')) ?? 'last';
  return { last: [last], other: [other], both: [other, last], any: ['*'] }[way];
};

const PET_REQUESTS = {
  getPet: 16,
  petsByIds: 8,
  patch: 16,
  patchWithTag: 18,
  patchNothing: 3,
  deletePet: 2,
  placeOrder: 16,
  placeAgain: 5,
  completeOrder: 4,
  cancelOrder: 10,
  getOrder: 6,
  createAgain: 5,
} as const;

/** A slot for pets: a deleted or old one is replaced by the next. */
export interface PetSlot {
  readonly plan: (choose: Choose, mark: string, others: readonly PetSlot[]) => Planned;
  /** The pets here so far, the present one last. */
  readonly ids: readonly bigint[];
}

/**
 * Makes one.
 * @param accounts whose pets these are
 * @param customer orders some, too
 * @param name unique in a run
 */
export const createPetSlot = (
  accounts: readonly string[],
  customer: string,
  name: string,
): PetSlot => {
  const ids: bigint[] = [];
  let life: Life | undefined;
  let lives = 0;

  const account = (own: string, choose: Choose): string =>
    choose('own') < 0.88 ? own : (pick(accounts, choose('account')) ?? own);

  const begin = (choose: Choose, mark: string): Life => {
    lives += 1;
    const status = pick(STATUSES, choose('first status'));
    return {
      owner: pick(accounts, choose('owner')) ?? '',
      key: choose('create with key') < 0.8 ? `pet-${name}-${lives}` : undefined,
      body: {
        name: `born ${mark}`,
        categoryId: 9007199254740993n,
        ...(choose('status left out') < 0.7 ? {} : { status: status ?? 'available' }),
      },
      tags: [],
      orders: [],
      turns: 0,
    };
  };

  const create = (now: Life): Planned => ({
    asked: { op: 'createPet', account: now.owner, body: now.body, key: now.key },
    learn: ({ pet, etag }) => {
      if (now.id !== undefined || pet === undefined) return;
      now.id = shownId.parse(pet).id;
      ids.push(now.id);
      learnTag(now.tags, etag);
    },
  });

  const place = (now: Life, pet: bigint, order: Placed): Planned => ({
    asked: { op: 'placeOrder', account: order.account, pet, key: order.key },
    learn: ({ order: shown }) => {
      if (shown === undefined || order.id !== undefined) return;
      order.id = shownId.parse(shown).id;
      now.orders = [...now.orders.filter((one) => one !== order), order];
    },
  });

  const planFor = (
    now: Life,
    pet: bigint,
    choose: Choose,
    mark: string,
    others: readonly PetSlot[],
  ): Planned => {
    const op = weigh(PET_REQUESTS, choose('request')) ?? 'getPet';
    const anybody = pick(accounts, choose('reader')) ?? now.owner;
    const learn: Planned['learn'] = ({ etag }) => learnTag(now.tags, etag);
    const look: Planned = { asked: { op: 'getPet', account: now.owner, pet } };
    switch (op) {
      case 'getPet': {
        const one = pick([pet, pet, pet, ...ids.slice(-2)], choose('which')) ?? pet;
        return { asked: { op, account: anybody, pet: one }, learn };
      }
      case 'petsByIds': {
        const newest = others.map((slot) => slot.ids.at(-1) ?? pet);
        const pets = choose('alone') < 0.5 ? [pet] : [...new Set([...newest, ...ids.slice(-2)])];
        return { asked: { op, account: anybody, pets }, learn };
      }
      case 'patch':
      case 'patchNothing':
      case 'patchWithTag': {
        const status = pick(STATUSES, choose('status')) ?? 'available';
        const categoryId = BigInt(Math.floor(choose('to') * 9));
        const body = {
          name: mark,
          ...(choose('patch status') < 0.3 && { status }),
          ...(choose('patch category') < 0.2 && { categoryId }),
        };
        const asked = {
          op: 'updatePet',
          account: account(now.owner, choose),
          pet,
          body: op === 'patchNothing' ? {} : body,
          ifMatch: op === 'patchWithTag' ? chooseTags(now.tags, choose) : undefined,
        } as const;
        return { asked, learn };
      }
      case 'deletePet': {
        const ifMatch = choose('delete with tag') < 0.5 ? chooseTags(now.tags, choose) : undefined;
        return {
          asked: { op, account: account(now.owner, choose), pet, ifMatch },
          learn: ({ status }) => {
            if (status === 204) now.turns += TURNS / 2;
          },
        };
      }
      case 'placeOrder': {
        const order: Placed = {
          account: (choose('hasty') >= 0.15 && pick(accounts, choose('customer'))) || customer,
          key: choose('place with key') < 0.8 ? `order-${mark.replace(' ', '-')}` : undefined,
        };
        if (order.key !== undefined) now.orders.push(order);
        return place(now, pet, order);
      }
      case 'placeAgain': {
        const keyed = now.orders.filter(({ key }) => key !== undefined);
        const order = pick(keyed.slice(-4), choose('again'));
        return order ? place(now, pet, order) : look;
      }
      case 'createAgain':
        return now.key === undefined ? look : create(now);
      default: {
        const known = now.orders.filter(({ id }) => id !== undefined);
        const order = choose('last order') < 0.8 ? known.at(-1) : pick(known, choose('order'));
        if (order?.id === undefined) return look;
        // Only the owner completes it.
        const byOwner = choose('side') < (op === 'completeOrder' ? 0.8 : 0.5);
        const side = byOwner ? now.owner : order.account;
        return { asked: { op, account: account(side, choose), pet, order: order.id } };
      }
    }
  };

  return {
    ids,
    plan: (choose, mark, others) => {
      if (life === undefined || life.turns >= TURNS) life = begin(choose, mark);
      life.turns += 1;
      const { id } = life;
      return id === undefined ? create(life) : planFor(life, id, choose, mark, others);
    },
  };
};

const CATEGORY_REQUESTS = {
  get: 25,
  put: 22,
  putWithTag: 18,
  putNew: 12,
  delete: 6,
  deleteWithTag: 4,
} as const;

/**
 * Makes a slot for categories: an old one is replaced by the next.
 * @param accounts whose categories these are
 * @param number unique in a run, from 1
 * @param base ids from here on are free, as are their negatives: another run may have used others
 */
export const createCategorySlot = (accounts: readonly string[], number: number, base: bigint) => {
  let turns = 0;
  let tags: string[] = [];
  return {
    plan: (choose: Choose, mark: string): Planned => {
      if (turns % TURNS === 0) tags = [];
      // Any int64 is an id, negative ones too.
      const free = base + BigInt(number + 1000 * Math.floor(turns / TURNS));
      const category = number % 2 ? free : -free;
      turns += 1;
      const known = tags;
      const own = accounts[number % accounts.length] ?? '';
      const other = pick(accounts, choose('account')) ?? own;
      const account = choose('own') < 0.75 ? own : other;
      const learn: Planned['learn'] = ({ etag }) => learnTag(known, etag);
      const put = { op: 'putCategory', account, category, body: { name: mark } } as const;
      const remove = { op: 'deleteCategory', account, category } as const;
      switch (weigh(CATEGORY_REQUESTS, choose('request'))) {
        case 'put':
          return { asked: put, learn };
        case 'putWithTag':
          return { asked: { ...put, ifMatch: chooseTags(known, choose) }, learn };
        case 'putNew':
          return { asked: { ...put, ifNoneMatch: true }, learn };
        case 'delete':
          return { asked: remove, learn };
        case 'deleteWithTag':
          return { asked: { ...remove, ifMatch: chooseTags(known, choose) }, learn };
        default:
          return { asked: { op: 'getCategory', account, category }, learn };
      }
    },
  };
};
