import { setTimeout } from 'node:timers/promises';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { DynamoDBRecord } from 'aws-lambda';
import type { Engine } from '../../../infra/local/engine/embedded-dynamodb.ts';
import { localClient, openFolderEngine } from '../../../infra/local/engine/shared-engine.ts';
import { createTables, localTableName } from '../../../infra/local/engine/tables.ts';
import { startStreamPollers } from '../../../infra/local/stream-pollers.ts';
import { startFaultyEngine } from '../../support/faulty-engine.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { until } from '../../support/until.ts';

const TableName = localTableName('pets');

let engine: Engine;
let client: DynamoDBDocumentClient;
/** What the function got, and failed or succeeded with. */
let batches: DynamoDBRecord[][];
let closers: (() => unknown)[];
beforeEach(async () => {
  batches = [];
  closers = [];
  engine = await openFolderEngine('host', temporaryFolder());
  client = localClient(engine);
  closers.push(engine.close, () => client.destroy());
  await createTables(engine);
});
afterEach(async () => {
  for (const close of closers.reverse()) await close();
});

const idsOf = (records: readonly DynamoDBRecord[]) =>
  records.map(({ dynamodb }) => Number(dynamodb?.Keys?.['id']?.N));
const seen = () => idsOf(batches.flat());

/** Follows the stream of pets. */
const follow = async (
  take = async () => {},
  { batchSize = 100, endpoint = engine.endpoint } = {},
) => {
  const lines: string[] = [];
  const close = await startStreamPollers({
    engine: { ...engine, endpoint },
    client,
    sources: { follower: { tables: [['pets']], batchSize, givenUpAfterHours: 24 } },
    invoke: async (_name, event) => {
      batches.push((event as { Records: DynamoDBRecord[] }).Records);
      await take();
    },
    log: (line) => lines.push(line),
  });
  closers.push(close);
  return { close, lines };
};

const put = (id: number, attributes: object = {}) =>
  client.send(new PutCommand({ TableName, Item: { shard: 0, id, ...attributes } }));

test('a function gets each change, in order and once, as Lambda passes it on', async () => {
  await follow();
  await put(1, { name: 'first' });
  await put(1, { name: 'second' });
  // It changes nothing, so DynamoDB would record nothing.
  await put(1, { name: 'second' });
  await client.send(new DeleteCommand({ TableName, Key: { shard: 0, id: 1 } }));
  await put(2);
  // Whatever would come twice comes before what comes last.
  await until(() => seen().length >= 4);
  await put(3);
  await until(() => seen().includes(3));

  const records = batches.flat();
  const images = records.map(({ dynamodb: { OldImage, NewImage } = {} }) =>
    [OldImage, NewImage].map((image) => image?.['name']?.S ?? image?.['id']?.N).join(),
  );
  expect(images).toEqual([',first', 'first,second', 'second,', ',2', ',3']);
  const keys = { shard: { N: '0' }, id: { N: '1' } };
  expect(records[1]).toEqual({
    dynamodb: {
      ApproximateCreationDateTime: expect.any(Number),
      Keys: keys,
      NewImage: { ...keys, name: { S: 'second' } },
      OldImage: { ...keys, name: { S: 'first' } },
      SequenceNumber: '2',
      SizeBytes: expect.any(Number),
      StreamViewType: 'NEW_AND_OLD_IMAGES',
    },
    eventSourceARN: expect.stringContaining(`:table/${TableName}/stream/`),
  });
  const seconds = records[0]?.dynamodb?.ApproximateCreationDateTime ?? 0;
  expect(Math.abs(Date.now() / 1000 - seconds)).toBeLessThan(60);
});

test('a batch comes again until the function takes it, before what follows', async () => {
  for (const id of [1, 2, 3, 4, 5]) await put(id);
  let failures = 0;
  const fail = async () => {
    failures += 1;
    if (failures < 3) throw new Error('not now');
  };
  await follow(fail, { batchSize: 2 });
  await until(() => seen().includes(5));
  expect(batches.map(idsOf)).toEqual([[1, 2], [1, 2], [1, 2], [3, 4], [5]]);
});

test('the next server goes on where the last one stopped, with the batch that was under way', async () => {
  await put(1);
  const first = await follow();
  await until(() => seen().length === 1);
  await first.close();

  await put(2);
  const hanging = await follow(() => new Promise(() => {}));
  await until(() => seen().length === 2);
  await put(3);
  await hanging.close();

  await follow();
  await until(() => seen().includes(3));
  expect(seen()).toEqual([1, 2, 2, 3]);
});

test('an engine that does not answer for a while is asked again, with one line', async () => {
  const faulty = await startFaultyEngine(engine.endpoint);
  closers.push(faulty.close);
  faulty.fail('reset');
  const { lines } = await follow(undefined, { endpoint: faulty.endpoint });
  await put(1);
  await until(() => lines.length > 0);
  await setTimeout(1000);
  faulty.fail('none');
  await until(() => seen().length === 1);
  faulty.fail('reset');
  await put(2);
  await until(() => lines.length > 1);
  faulty.fail('none');
  await until(() => seen().length === 2);
  expect(seen()).toEqual([1, 2]);
  const line = expect.stringMatching(
    /^The stream of \S+-pets is not passed on \(.*\): trying again$/,
  );
  expect(lines).toEqual([line, line]);
});
