import * as z from 'zod/mini';
import { buildDeleteCategory } from '../../../functions/delete-category/store.ts';
import { buildDeletePet } from '../../../functions/delete-pet/store.ts';
import { buildDeleteWebhook } from '../../../functions/delete-webhook/store.ts';
import { keyState } from '../../../lib/accounts/key-record.ts';
import { categoryKey } from '../../../lib/categories/stored-category.ts';
import { RequestError } from '../../../lib/errors/request-error.ts';
import { buildCloseOrder } from '../../../lib/orders/close-order.ts';
import { buildGetOrder } from '../../../lib/orders/get-order.ts';
import { isOpen } from '../../../lib/orders/order.ts';
import { petKey } from '../../../lib/pets/pet-key.ts';
import { getItem } from '../../../lib/storage/get-item.ts';
import { buildGetWebhook } from '../../../lib/webhooks/get-webhook.ts';
import { ifError } from '../../command-line/errors.ts';
import { member } from '../logs/log-filter.ts';
import { fieldsOf, type StageLogs } from '../logs/stage-logs.ts';
import { inParallel } from '../stage/in-parallel.ts';
import type { OpenStage } from '../stage/stage.ts';

export interface Created {
  /** The operation, such as `createPet`. */
  readonly part: string;
  readonly id: string;
  /** Whose it is: the account of the key. */
  readonly accountId: string;
  /** Its revision then, if it has revisions. */
  readonly revision: string | undefined;
}

const PAGE = 10_000;

/** Finds what a key created since the logs were opened, until a time, in no order: each once, also if its request was repeated. */
export const findCreated = async (
  { find }: Pick<StageLogs, 'find'>,
  keyId: string,
  until: Date,
): Promise<readonly Created[]> => {
  const patterns = [member('code', 'created'), member('keyId', keyId)];
  const found = new Map<string, Created>();
  for (let end = until; ; ) {
    const rows = await find(patterns, 'functions', { until: end, most: PAGE });
    for (const { part = '', '@message': message = '' } of rows) {
      const { id = '', accountId = '', revision } = fieldsOf(message);
      found.set([part, id, revision].join(), { part, id, accountId, revision });
    }
    if (rows.length < PAGE) return [...found.values()];
    // The oldest of them, and what else is of its millisecond.
    end = new Date(`${rows[0]?.['@timestamp']}Z`);
  }
};

type Stage = Pick<OpenStage, 'client' | 'keys' | 'operator' | 'table'>;

/** In the order of their removal: first what could create or hold more. */
const KINDS = ['keys', 'webhooks', 'orders', 'pets', 'categories'] as const;

/** Something that a key created, or the order that holds it. */
interface Thing {
  readonly what: (typeof KINDS)[number];
  readonly id: string;
  /** Does what a client would do. @returns false if that changes nothing */
  readonly remove: () => Promise<unknown>;
}

/** Things to remove in this order. It finds none, or rejects with a RequestError, if what was created is gone or has ended. */
type Find = (created: Created) => Promise<readonly Thing[]>;

const HeldPet = z.object({ heldBy: z.optional(z.bigint()) });
const NewCategory = z.object({ firstRevision: z.string() });

/** How to find what operations create. */
const findersOf = ({ client, keys, operator, table }: Stage): Readonly<Record<string, Find>> => {
  const tables = {
    categories: table('categories'),
    orders: table('orders'),
    pets: table('pets'),
    webhooks: table('webhooks'),
    webhookSecrets: table('webhookSecrets'),
  };
  const ifOwnedBy = (accountId: string) => ({ accountId, ifMatch: undefined });
  const orderOf = (accountId: string, id: bigint): Thing => ({
    what: 'orders',
    id: String(id),
    remove: async () => (await buildCloseOrder(client, tables, 'cancelled')(accountId, id)).isNew,
  });

  const findKey: Find = async ({ id }) => {
    const key = await keys.get(id);
    if (key === undefined || keyState(key, new Date()) !== 'active') return [];
    return [{ what: 'keys', id, remove: () => keys.revoke(key, operator) }];
  };
  return {
    createKey: findKey,
    rollKey: findKey,
    createWebhook: async ({ accountId, id }) => {
      await buildGetWebhook(client, tables)(accountId, id);
      const remove = () => buildDeleteWebhook(client, tables)(id, ifOwnedBy(accountId));
      return [{ what: 'webhooks', id, remove }];
    },
    placeOrder: async ({ accountId, id }) => {
      const order = await buildGetOrder(client, tables)(accountId, BigInt(id));
      return isOpen(order) ? [orderOf(accountId, BigInt(id))] : [];
    },
    createPet: async ({ accountId, id }) => {
      const only = ['heldBy'];
      const pet = await getItem(client, tables, 'pets', petKey(BigInt(id)), HeldPet, { only });
      if (pet === undefined) return [];
      const remove = () => buildDeletePet(client, tables)(BigInt(id), ifOwnedBy(accountId));
      // At once after its order, so that nobody orders it meanwhile.
      return [
        ...(pet.heldBy === undefined ? [] : [orderOf(accountId, pet.heldBy)]),
        { what: 'pets', id, remove },
      ];
    },
    putCategory: async ({ accountId, id, revision }) => {
      const key = categoryKey(BigInt(id));
      const category = await getItem(client, tables, 'categories', key, NewCategory);
      // A category with the same id may have been created since.
      if (category?.firstRevision !== revision) return [];
      const remove = () => buildDeleteCategory(client, tables)(BigInt(id), ifOwnedBy(accountId));
      return [{ what: 'categories', id, remove }];
    },
  };
};

/**
 * Looks for what a key created.
 * @returns what is still there, of orders also those of others that hold a pet; how many were gone, or had ended; the
 * operations that created what nothing removes; and what removes all that was found and counts there what it revoked, cancelled
 * or deleted. It can be interrupted, and all repeated
 * @throws the errors of `lib/errors/storage-errors.ts`
 */
export const findRemovals = async (stage: Stage, created: readonly Created[]) => {
  const finders = findersOf(stage);
  const found: (readonly Thing[])[] = [];
  let gone = 0;
  await inParallel(created, async (each) => {
    const find = finders[each.part];
    if (find === undefined) return;
    const things = await find(each).catch(ifError(RequestError, []));
    if (things.length === 0) gone += 1;
    found.push(things);
  });
  const kinds = KINDS.map((what) => {
    const ofKind = found.flat().filter((thing) => thing.what === what);
    return { what, ids: [...new Set(ofKind.map(({ id }) => id))], removed: 0 };
  }).filter(({ ids }) => ids.length > 0);
  return {
    kinds,
    gone,
    others: new Set(created.map(({ part }) => part).filter((part) => !(part in finders))),
    remove: async (): Promise<void> => {
      for (const last of KINDS) {
        const together = found.filter((things) => things.at(-1)?.what === last);
        await inParallel(together, async (things) => {
          for (const { what, remove } of things) {
            const removed = await remove().catch(ifError(RequestError, false));
            const kind = kinds.find((each) => each.what === what);
            if (kind && removed !== false) kind.removed += 1;
          }
        });
      }
    },
  };
};
