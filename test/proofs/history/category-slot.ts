import type { Planned } from './pet-slot.ts';
import { type Choose, chooseTags, weigh } from './pet-slot.ts';

const REQUESTS = {
  get: 25,
  put: 22,
  putWithTag: 18,
  putNew: 12,
  delete: 6,
  deleteWithTag: 4,
} as const;

/** Requests to one category before the next one replaces it. */
const TURNS = 90;

/** A slot for categories: an old one is replaced by the next. */
export interface CategorySlot {
  readonly plan: (choose: Choose, mark: string) => Planned;
}

/**
 * Makes one.
 * @param accounts whose categories these are
 * @param number unique in a run, from 1
 * @param base ids from here on are free, as are their negatives: another run may have used others
 */
export const createCategorySlot = (
  accounts: readonly string[],
  number: number,
  base: bigint,
): CategorySlot => {
  let turns = 0;
  let tags: string[] = [];
  return {
    plan: (choose, mark) => {
      if (turns % TURNS === 0) tags = [];
      // Any int64 is an id, negative ones too.
      const free = base + BigInt(number + 1000 * Math.floor(turns / TURNS));
      const category = number % 2 ? free : -free;
      turns += 1;
      const known = tags;
      const own = accounts[number % accounts.length] ?? '';
      const other = accounts[Math.floor(choose('account') * accounts.length)] ?? own;
      const account = choose('own') < 0.75 ? own : other;
      const learn: Planned['learn'] = ({ etag }) => {
        if (etag !== undefined && known.at(-1) !== etag) known.push(etag);
      };
      const put = { op: 'putCategory', account, category, body: { name: mark } } as const;
      const remove = { op: 'deleteCategory', account, category } as const;
      switch (weigh(REQUESTS, choose('request'))) {
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
