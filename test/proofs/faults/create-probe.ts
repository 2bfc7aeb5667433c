import { randomUUID } from 'node:crypto';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { expect } from '@jest/globals';
import type { ApiName } from '../../../lib/http/contract.ts';
import { REPLAYED_HEADER } from '../../../lib/http/headers.ts';
import type { TableName } from '../../../lib/storage/tables.ts';
import { type Answer, call } from '../../support/client.ts';
import { type OpenProbe, retryUnavailable, type Sent } from './probe.ts';

/** A kind of resource to create, and its table. */
interface Kind {
  readonly api: ApiName;
  readonly path: string;
  readonly status: number;
  readonly table: TableName;
  /** The member that is unique for each created resource. */
  readonly mark: string;
  /** The stored attributes that no answer shows. */
  readonly hidden: readonly string[];
  readonly members: Readonly<Record<string, unknown>>;
}

const PET: Kind = {
  api: 'pets',
  path: '/pets',
  status: 201,
  table: 'pets',
  mark: 'name',
  hidden: ['kind', 'creation', 'accountId', 'revision', 'statusId'],
  members: { categoryId: 9007199254740993n },
};

const MESSAGE: Kind = {
  api: 'quickstart',
  path: '/messages',
  status: 202,
  table: 'messages',
  mark: 'message',
  hidden: ['expiresAt'],
  members: {},
};

/** Creates, each different; with `keyed` each has a different idempotency key. */
const creating =
  ({ api, path, status, table, mark, hidden, members }: Kind, keyed: boolean): OpenProbe =>
  async ({ engine, baseUrls, issueKey }) => {
    const service = { baseUrl: baseUrls[api], apiKey: await issueKey() };
    const ids = new Set<unknown>();

    const send = async (own: string): Promise<Sent> => {
      const headers = keyed ? { 'Idempotency-Key': own } : {};
      const body = { ...members, [mark]: own };
      return { mark: own, answer: await call(path, { method: 'POST', headers, body }, service) };
    };
    const succeeded = ({ answer }: Sent) => answer.status === status;

    /** All stored items by their mark, without the hidden attributes. */
    const readStored = async (): Promise<ReadonlyMap<unknown, readonly unknown[]>> => {
      const stored = new Map<unknown, unknown[]>();
      const input = { TableName: engine.tables[table], ConsistentRead: true };
      for await (const { Items = [] } of paginateScan({ client: engine.client }, input)) {
        for (const each of Items) {
          const item = Object.fromEntries(
            Object.entries(each).filter(([name]) => !hidden.includes(name)),
          );
          stored.set(each[mark], [...(stored.get(each[mark]) ?? []), item]);
        }
      }
      return stored;
    };

    const expectNewId = ({ body }: Answer) => {
      const { id } = body as { readonly id: unknown };
      expect(ids).not.toContain(id);
      ids.add(id);
    };

    const verify = async (sent: readonly Sent[]): Promise<number> => {
      const stored = await readStored();
      for (const each of sent) {
        const items = stored.get(each.mark) ?? [];
        if (succeeded(each)) {
          expectNewId(each.answer);
          expect(items).toEqual([each.answer.body]);
        } else {
          expect(items.length).toBeLessThanOrEqual(1);
        }
      }
      return sent.filter(succeeded).length;
    };

    /** Repeats all requests with their keys, and expects the first answers again, and each item stored once. */
    const verifyRetries = async (sent: readonly Sent[]): Promise<number> => {
      const before = await readStored();
      const retries = await Promise.all(
        sent.map(({ mark: own }) => retryUnavailable(async () => (await send(own)).answer)),
      );
      const after = await readStored();
      for (const [index, answer] of retries.entries()) {
        expect(answer.status).toBe(status);
        const { mark: own = '', answer: first } = sent[index] ?? {};
        expect(after.get(own)).toEqual([answer.body]);
        if (before.has(own)) expect(before.get(own)).toEqual(after.get(own));
        if (first?.status !== status) {
          expectNewId(answer);
          continue;
        }
        expect(answer.body).toEqual(first.body);
        expect(answer.headers.get(REPLAYED_HEADER)).toBe('true');
      }
      return retries.length;
    };

    return {
      send: () => send(randomUUID()),
      succeeded,
      verify: async (sent) => {
        const checked = await verify(sent);
        return keyed ? checked + (await verifyRetries(sent)) : checked;
      },
    };
  };

export const createPet = creating(PET, false);
export const createPetWithKey = creating(PET, true);
export const createMessage = creating(MESSAGE, false);
export const createMessageWithKey = creating(MESSAGE, true);
