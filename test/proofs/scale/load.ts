import { setTimeout } from 'node:timers/promises';
import {
  StorageTimeoutError,
  StorageUnavailableError,
} from '../../../lib/errors/storage-errors.ts';
import { accountOf, COUNT, inParallel, newPet, type openStore } from './store.ts';

type Store = Awaited<ReturnType<typeof openStore>>;

/** What is aimed at, times a second. 3,000 steps of orders are these places and closes: each order takes an id of one counter. */
const AIMS = { creates: 1000, places: 1000, closes: 2000, pages: 5000 };

type Kind = keyof typeof AIMS;
const KINDS = Object.keys(AIMS) as Kind[];

/** How often each was answered, and how often it would have been 503 or 504. */
export type Outcome = Record<Kind, { answered: number; failed: number }>;

/**
 * Does a part of what is aimed at, all of it at once.
 * @param part such as 50, for a fiftieth
 */
export const runLoad = async (
  { pets, orders }: Pick<Store, 'orders' | 'pets'>,
  before: Pick<Store, 'orders'>,
  { part, seconds }: { readonly part: number; readonly seconds: number },
): Promise<Outcome> => {
  const placed: { readonly id: bigint; readonly owner: string }[] = [];
  const place = async (petId: number, store: Pick<Store, 'orders'>) => {
    const { id } = await store.orders.place(BigInt(petId), accountOf(petId + 1));
    placed.push({ id, owner: accountOf(petId) });
  };
  // More are closed than placed: orders of pets with even ids are there before.
  const more = ((AIMS.closes - AIMS.places) / part) * seconds + (10 * AIMS.closes) / part;
  await inParallel(more, (nth) => place(2 + ((nth * 74) % COUNT), before));

  const work: Readonly<Record<Kind, (nth: number) => Promise<unknown>>> = {
    creates: (nth) => pets.create(newPet(nth)),
    places: (nth) => place(1 + ((nth * 74) % COUNT), { orders }),
    closes: async (nth) => {
      const { id, owner } = placed.shift() ?? {};
      if (id === undefined || owner === undefined) {
        throw new StorageUnavailableError('No order was placed');
      }
      await (nth % 2 === 0 ? orders.complete(owner, id) : orders.cancel(owner, id));
    },
    pages: (nth) => pets.list({ after: BigInt((nth * 1021) % COUNT), limit: 20 }),
  };

  const none = () => ({ answered: 0, failed: 0, begun: 0 });
  const counts = { creates: none(), places: none(), closes: none(), pages: none() };
  const begin = async (kind: Kind, nth: number): Promise<void> => {
    try {
      await work[kind](nth);
      counts[kind].answered += 1;
    } catch (error) {
      const isOutage =
        error instanceof StorageUnavailableError || error instanceof StorageTimeoutError;
      if (!isOutage) throw error;
      counts[kind].failed += 1;
    }
  };
  const underWay: Promise<void>[] = [];
  const start = performance.now();
  for (let past = 0; past < seconds; past = (performance.now() - start) / 1000) {
    for (const kind of KINDS) {
      for (; counts[kind].begun < (AIMS[kind] / part) * past; counts[kind].begun += 1) {
        underWay.push(begin(kind, counts[kind].begun));
      }
    }
    await setTimeout(10);
  }
  await Promise.all(underWay);
  return counts;
};
