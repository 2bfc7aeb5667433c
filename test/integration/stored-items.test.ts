import type { BatchWriteItemCommandInput, WriteRequest } from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, expect, test } from '@jest/globals';
import { writeItems } from '../../infra/operator/stored-items.ts';
import { openTables } from '../support/engine.ts';

const WATCH = 'watchBatches';

const engine = await openTables();
afterEach(() => {
  engine.client.middlewareStack.remove(WATCH);
});
afterAll(() => engine.close());

const message = (id: string): WriteRequest => ({ PutRequest: { Item: { id: { S: id } } } });

/** Its key is missing, so DynamoDB refuses the whole batch. */
const REFUSED: WriteRequest = { PutRequest: { Item: { name: { S: 'refused' } } } };

/** More batches than are under way at once; the first one is refused. */
async function* writes() {
  yield REFUSED;
  for (let nth = 0; nth < 1000; nth += 1) yield message(`msg_${nth}`);
}

/** Counts batches, and answers each that can be written when the refused one has failed. */
const watchBatches = (throttles: boolean) => {
  const seen = { begun: 0, ended: 0 };
  const { promise: failed, resolve: fail } = Promise.withResolvers<void>();
  engine.client.middlewareStack.add(
    (next) => async (args) => {
      seen.begun += 1;
      const { RequestItems } = args.input as BatchWriteItemCommandInput;
      try {
        if (RequestItems?.[engine.tables.messages]?.includes(REFUSED)) {
          return await next(args).finally(fail);
        }
        if (throttles)
          return { response: {}, output: { $metadata: {}, UnprocessedItems: RequestItems } };
        await failed;
        return await next(args);
      } finally {
        seen.ended += 1;
      }
    },
    { name: WATCH, step: 'initialize' },
  );
  return seen;
};

test.each([
  ['waits for the others, and begins no more', false],
  ['does not wait for those that are throttled', true],
])(
  'when a batch fails, it %s',
  async (_what, throttles) => {
    const seen = watchBatches(throttles);
    let written = 0;
    const write = writeItems(engine.client, engine.tables.messages, writes(), (count) => {
      written += count;
    });
    await expect(write).rejects.toThrow(/key/i);
    const { begun } = seen;
    expect(seen.ended).toBe(begun);
    expect(written).toBe(throttles ? 0 : 7 * 25);
  },
  10_000,
);
