import { randomUUID } from 'node:crypto';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { expect } from '@jest/globals';
import { REPLAYED_HEADER } from '../../../lib/http/headers.ts';
import { type Answer, call } from '../../support/client.ts';
import { type OpenProbe, retryUnavailable, type Sent } from './probe.ts';

/** The stored attributes that no answer shows. */
const HIDDEN = ['kind', 'creation', 'accountId', 'revision', 'statusId'];

/** Creates pets, each with its own name; with `keyed` each has a different idempotency key. */
export const createPet =
  (keyed: boolean): OpenProbe =>
  async ({ engine, baseUrls, issueKey }) => {
    const service = { baseUrl: baseUrls.pets, apiKey: await issueKey() };
    const ids = new Set<unknown>();

    const send = async (own: string): Promise<Sent> => {
      const headers = keyed ? { 'Idempotency-Key': own } : {};
      const body = { name: own, categoryId: 9007199254740993n };
      return { mark: own, answer: await call('/pets', { method: 'POST', headers, body }, service) };
    };
    const succeeded = ({ answer }: Sent) => answer.status === 201;

    /** All stored pets by their names, as answers show them. */
    const readStored = async (): Promise<ReadonlyMap<unknown, readonly unknown[]>> => {
      const stored = new Map<unknown, unknown[]>();
      const input = { TableName: engine.tables.pets, ConsistentRead: true };
      for await (const { Items = [] } of paginateScan({ client: engine.client }, input)) {
        for (const each of Items) {
          const item = Object.fromEntries(
            Object.entries(each).filter(([name]) => !HIDDEN.includes(name)),
          );
          stored.set(each['name'], [...(stored.get(each['name']) ?? []), item]);
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
        expect(answer.status).toBe(201);
        const { mark: own = '', answer: first } = sent[index] ?? {};
        expect(after.get(own)).toEqual([answer.body]);
        if (before.has(own)) expect(before.get(own)).toEqual(after.get(own));
        if (first?.status !== 201) {
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
