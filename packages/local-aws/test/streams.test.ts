import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import {
  DeleteItemCommand,
  DescribeTableCommand,
  DynamoDBClient,
  PutItemCommand,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createTables } from '../src/dynamodb/create-tables.ts';
import { clientConfig, type OpenedEngine } from '../src/dynamodb/open-engine.ts';
import { hostEngine, joinEngine } from '../src/dynamodb/shared-engine.ts';
import { serve } from '../src/serve.ts';
import { shopTemplate } from './assembly.ts';
import { failFile, holdFile, notesTable, seenBatches, seenIds, streamApp } from './stream-app.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { until } from './until.ts';

const TableName = 'notes';
const numbers = (count: number): string[] => Array.from({ length: count }, (_, i) => `${i + 1}`);

let folder: string;
let closers: (() => Promise<void>)[];
beforeEach(async () => {
  folder = await temporaryFolder();
  closers = [];
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Serves the app; the test may close it itself. */
const start = async (mapping: object = {}) => {
  const engine = await hostEngine(folder);
  const lines: string[] = [];
  const assembly = streamApp(folder, mapping);
  const served = await serve(assembly, 'shop', { engine, log: (line) => lines.push(line) });
  const client = new DynamoDBClient(clientConfig(engine));
  const close = async () => {
    closers = closers.filter((each) => each !== close);
    client.destroy();
    await served.close();
    await engine.close();
  };
  closers.push(close);
  return { client, close, engine, lines };
};

const put = (client: DynamoDBClient, id: string, text = '') =>
  client.send(new PutItemCommand({ TableName, Item: { id: { S: id }, text: { S: text } } }));

test('a function gets each change, in order and once, as Lambda passes it on', async () => {
  const { client } = await start();
  await put(client, 'a', 'first');
  await put(client, 'a', 'second');
  await client.send(new DeleteItemCommand({ TableName, Key: { id: { S: 'a' } } }));
  const Item = { id: { S: 'b' }, bytes: { B: Buffer.from('hi') } };
  await client.send(
    new TransactWriteItemsCommand({ TransactItems: [{ Put: { TableName, Item } }] }),
  );
  await until(() => seenIds(folder).length >= 4);
  await setTimeout(600);

  const records = seenBatches(folder).flatMap(({ Records }) => Records);
  expect(records).toHaveLength(4);
  expect(records[1]).toEqual({
    awsRegion: 'us-east-1',
    dynamodb: {
      ApproximateCreationDateTime: expect.any(Number),
      Keys: { id: { S: 'a' } },
      NewImage: { id: { S: 'a' }, text: { S: 'second' } },
      OldImage: { id: { S: 'a' }, text: { S: 'first' } },
      SequenceNumber: '2',
      SizeBytes: expect.any(Number),
      StreamViewType: 'NEW_AND_OLD_IMAGES',
    },
    eventID: expect.stringMatching(/^[0-9a-f]{32}$/),
    eventName: 'MODIFY',
    eventSource: 'aws:dynamodb',
    eventSourceARN:
      'arn:aws:dynamodb:us-east-1:000000000000:table/notes/stream/2000-01-01T00:00:00.000',
    eventVersion: '1.1',
  });
  expect(records.map(({ eventName }) => eventName)).toEqual([
    'INSERT',
    'MODIFY',
    'REMOVE',
    'INSERT',
  ]);
  expect(new Set(records.map(({ eventID }) => eventID)).size).toBe(4);
  expect(records[3]?.dynamodb?.NewImage?.['bytes']).toEqual({ B: 'aGk=' });
  const now = Date.now() / 1000;
  const time = records[0]?.dynamodb?.ApproximateCreationDateTime ?? 0;
  expect(Math.abs(now - time)).toBeLessThan(60);
});

test('writes that change nothing are left out', async () => {
  const { client } = await start();
  const write = (tags: string[]) =>
    client.send(new PutItemCommand({ TableName, Item: { id: { S: 'a' }, tags: { SS: tags } } }));
  await write(['x', 'y']);
  await write(['y', 'x']);
  await write(['x', 'y']);
  await put(client, 'b');
  await until(() => seenIds(folder).includes('b'));
  expect(seenIds(folder)).toEqual(['a', 'b']);
});

test('a batch comes again until the function takes it, before what follows', async () => {
  const { client } = await start({ BatchSize: 2 });
  writeFileSync(failFile(folder), '');
  for (const id of numbers(5)) await put(client, id);
  await until(() => seenBatches(folder).length >= 3);
  rmSync(failFile(folder));
  await until(() => seenIds(folder).includes('5'));

  const ids = seenBatches(folder).map(({ Records }) =>
    Records.map(({ dynamodb }) => dynamodb?.Keys?.['id']?.S).join(),
  );
  expect(ids.slice(0, 3).every((batch) => batch === ids[0])).toBe(true);
  expect([...new Set(seenIds(folder))]).toEqual(numbers(5));
  expect(ids.filter((batch) => batch.includes('3'))).toHaveLength(1);
});

test('the next server goes on where the last one stopped', async () => {
  const first = await start();
  await put(first.client, 'a');
  await until(() => seenIds(folder).length === 1);
  // The function is at work for another tenth of a second.
  await first.close();
  const engine = await hostEngine(folder);
  const client = new DynamoDBClient(clientConfig(engine));
  await put(client, 'b');
  client.destroy();
  await engine.close();

  const second = await start();
  await put(second.client, 'c');
  await until(() => seenIds(folder).includes('c'));
  expect(seenIds(folder)).toEqual(['a', 'b', 'c']);
});

test('a new mapping begins at the latest change if it says so, and keeps that over a start', async () => {
  const before = await start({ Enabled: false });
  // The embedded engine's own LATEST is 999 from then on.
  for (const hundred of numbers(11)) {
    const TransactItems = numbers(100).map((id) => ({
      Put: { TableName, Item: { id: { S: `${hundred}-${id}` } } },
    }));
    await before.client.send(new TransactWriteItemsCommand({ TransactItems }));
  }
  await before.close();
  const failing = await start({ StartingPosition: 'LATEST' });
  writeFileSync(failFile(folder), '');
  await put(failing.client, 'new');
  await until(() => seenIds(folder).length > 0);
  await failing.close();
  rmSync(failFile(folder));
  const failed = seenIds(folder).length;
  const { client } = await start({ StartingPosition: 'LATEST' });
  await put(client, 'newer');
  await until(() => seenIds(folder).includes('newer'));
  expect(seenIds(folder).slice(failed)).toEqual(['new', 'newer']);
});

test('a function gets the changes that its mapping filters', async () => {
  const Pattern = JSON.stringify({ dynamodb: { NewImage: { text: { S: ['good'] } } } });
  const { client } = await start({ FilterCriteria: { Filters: [{ Pattern }] } });
  await put(client, 'a', 'bad');
  await put(client, 'b', 'good');
  await until(() => seenIds(folder).length > 0);
  expect(seenIds(folder)).toEqual(['b']);
});

test('a table that an older version of the stack made gets its stream, and another view', async () => {
  const engine = await hostEngine(folder);
  closers.push(engine.close);
  const client = new DynamoDBClient(clientConfig(engine));
  for (const view of [undefined, 'KEYS_ONLY', 'NEW_AND_OLD_IMAGES', undefined]) {
    await createTables(engine, shopTemplate({ Notes: notesTable(view) }));
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    expect(Table?.StreamSpecification?.StreamViewType).toBe(view);
  }
  client.destroy();
});

/** Runs the command until it has printed that it serves. */
const startCommand = async (assembly: string) => {
  const program = join(import.meta.dirname, '../src/main.ts');
  const child = spawn(process.execPath, [program, assembly, 'shop', '--data-dir', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  closers.push(async () => {
    child.kill('SIGKILL');
  });
  await once(createInterface({ input: child.stdout }), 'line');
  return child;
};

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'a batch that was under way at %s comes again at the next start, before what follows',
  async (signal) => {
    const assembly = streamApp(folder);
    const child = await startCommand(assembly);
    const client = new DynamoDBClient(clientConfig(await joinEngine(folder)));
    writeFileSync(holdFile(folder), '');
    await put(client, 'a');
    // The function has done its work then, and the server does not know it yet.
    await until(() => seenIds(folder).length > 0);
    await put(client, 'b');
    client.destroy();
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
    rmSync(holdFile(folder));

    const next = await start();
    await put(next.client, 'c');
    await until(() => seenIds(folder).includes('c'));
    expect(seenIds(folder)).toEqual(['a', 'a', 'b', 'c']);
  },
);

test('no change is lost by kill -9, and only the last batch comes again', async () => {
  const assembly = streamApp(folder, { BatchSize: 10 });
  const written: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    const child = await startCommand(assembly);
    const engine: OpenedEngine = await joinEngine(folder);
    const client = new DynamoDBClient({ ...clientConfig(engine), maxAttempts: 1 });
    const killed = setTimeout(700 + 130 * round).then(() => child.kill('SIGKILL'));
    try {
      for (;;) {
        const id = `${round}-${written.length}`;
        await put(client, id);
        written.push(id);
        // So that the next start has a few batches to read, not minutes of them.
        await setTimeout(3);
      }
    } catch {
      // The engine ended with its server. The last write may have been done all the same.
    }
    await killed;
    client.destroy();
  }
  const last = await start({ BatchSize: 10 });
  await put(last.client, 'last');
  await until(() => seenIds(folder).includes('last'));

  const seen = seenIds(folder);
  const firsts = [...new Set(seen)];
  expect(firsts.filter((id) => written.includes(String(id)))).toEqual(written);
  expect(firsts.length - written.length).toBeLessThanOrEqual(1 + 3);
  expect(seen.length - firsts.length).toBeLessThanOrEqual(3 * 10);
});

test('a process ends by itself once the stack is closed', async () => {
  const source = `
    const { hostEngine, serve } = await import(${JSON.stringify(join(import.meta.dirname, '../src/index.ts'))});
    const [assembly, folder] = process.argv.slice(1);
    const engine = await hostEngine(folder);
    const { close } = await serve(assembly, 'shop', { engine });
    await close();
    await engine.close();
    console.log('closed');
  `;
  const child = spawn(
    process.execPath,
    ['--input-type=module', '-e', source, streamApp(folder), folder],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  await once(createInterface({ input: child.stdout }), 'line');
  const closed = Date.now();
  await once(child, 'exit');
  expect(Date.now() - closed).toBeLessThan(2000);
});
