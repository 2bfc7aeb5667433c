import { expect, test } from '@jest/globals';
import { readStackTemplate } from '../src/cloudformation/template.ts';
import type { InvocationResult } from '../src/lambda/invocation.ts';
import { readEventSourceMappings } from '../src/streams/event-source-mappings.ts';
import { createShardReader } from '../src/streams/shard-reader.ts';
import type { ChangeRecord } from '../src/streams/stream-event.ts';
import type { TableStream } from '../src/streams/table-stream.ts';
import { streamApp } from './stream-app.ts';

const ok = (value: unknown = null): InvocationResult => ({
  kind: 'success',
  payload: JSON.stringify(value),
});
const failed: InvocationResult = {
  kind: 'error',
  errorType: 'Error',
  errorMessage: 'not now',
  trace: [],
};

/** A shard that has ended, with records 1 to 4, the first one an hour old. */
const stream: TableStream = {
  arn: 'stream',
  shards: async () => [],
  open: async (_shardId, after = '0') => after,
  read: async (after) => ({
    records: [1, 2, 3, 4]
      .filter((number) => number > Number(after))
      .map((number) => ({
        dynamodb: {
          SequenceNumber: `${number}`,
          ApproximateCreationDateTime: new Date(Date.now() - (number === 1 ? 3_600_000 : 0)),
        },
      })),
    next: undefined,
    isFull: false,
  }),
  findEnd: async () => '4',
};

/** Reads the shard to its end, and gives the batches, the positions and the lines. */
const read = async (
  properties: object,
  answer: (batch: string[], call: number) => InvocationResult,
  shard = stream,
) => {
  const template = readStackTemplate(streamApp('', properties), 'shop');
  const [mapping] = readEventSourceMappings(template, () => {});
  if (mapping === undefined) throw new Error('no mapping');
  const batches: string[] = [];
  const saved: string[] = [];
  const lines: string[] = [];
  const readShard = createShardReader(
    mapping,
    shard,
    { find: () => saved.at(-1), save: (_shardId, sequenceNumber) => saved.push(sequenceNumber) },
    {
      invoke: async (_name, event) => {
        const { Records } = event as { Records: ChangeRecord[] };
        const numbers = Records.map(({ dynamodb }) => dynamodb.SequenceNumber);
        batches.push(numbers.join(''));
        return answer(numbers, batches.length);
      },
      log: (line) => lines.push(line),
      signal: new AbortController().signal,
    },
  );
  await readShard('shard');
  return { batches, saved, lines };
};

test('a batch is given up after its retries, with a line', async () => {
  const { batches, saved, lines } = await read({ MaximumRetryAttempts: 1 }, () => failed);
  expect(batches).toEqual(['1234', '1234']);
  expect(saved).toEqual(['4']);
  expect(lines).toEqual(['shop-Follow: gave up 4 records of notes (1 to 4): failed 2 times']);
});

test('a batch is cut in two until only the record that fails is given up', async () => {
  const { batches, saved, lines } = await read(
    { MaximumRetryAttempts: 0, BisectBatchOnFunctionError: true },
    (batch) => (batch.includes('2') ? failed : ok()),
  );
  expect(batches).toEqual(['1234', '12', '1', '234', '23', '2', '34']);
  expect(saved).toEqual(['1', '2', '4']);
  expect(lines).toEqual(['shop-Follow: gave up 1 records of notes (2 to 2): failed 1 times']);
});

test('records that are too old are given up', async () => {
  const { batches, lines } = await read({ MaximumRecordAgeInSeconds: 60 }, () => ok());
  expect(batches).toEqual(['234']);
  expect(lines).toEqual(['shop-Follow: gave up 1 records of notes (1 to 1): older than 60 s']);
});

test('only what follows the first failed record comes again', async () => {
  const { batches, saved } = await read(
    { FunctionResponseTypes: ['ReportBatchItemFailures'] },
    (_batch, call) =>
      ok(
        [
          { batchItemFailures: [{ itemIdentifier: '4' }, { itemIdentifier: '3' }] },
          { batchItemFailures: [{ itemIdentifier: 'unknown' }] },
          { batchItemFailures: 'none' },
          { batchItemFailures: [] },
        ][call - 1],
      ),
  );
  expect(batches).toEqual(['1234', '34', '34', '34']);
  expect(saved).toEqual(['2', '4']);
});

test('an answer of a function that does not report failures does not matter', async () => {
  const { batches } = await read({}, () => ok({ batchItemFailures: [{ itemIdentifier: '1' }] }));
  expect(batches).toEqual(['1234']);
});

test('a stream that cannot be read is read again, with one line', async () => {
  let tries = 0;
  const { batches, lines } = await read({}, () => ok(), {
    ...stream,
    read: async (iterator) => {
      tries += 1;
      if (tries < 3) throw new Error('The iterator has expired');
      return stream.read(iterator);
    },
  });
  expect(batches).toEqual(['1234']);
  expect(lines).toEqual([
    'The stream of notes cannot be read (The iterator has expired): trying again',
  ]);
});
