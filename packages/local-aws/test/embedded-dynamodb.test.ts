import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { checkDatabase, databaseFile } from '../src/dynamodb/data-folder.ts';
import { type Engine, startEmbeddedDynamoDB } from '../src/dynamodb/embedded-dynamodb.ts';
import { engineBinary } from '../src/dynamodb/engine-binary.ts';
import { freePort, startEngineProcess } from '../src/dynamodb/engine-process.ts';
import { processesWith } from './processes.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { until } from './until.ts';

let folder: string;
let engine: Engine;

beforeAll(async () => {
  engine = await startEmbeddedDynamoDB(await temporaryFolder());
});
afterAll(() => engine.close());
beforeEach(async () => {
  folder = await temporaryFolder();
});

/** Asks the engine with the given headers, over those that its own client sends. */
const ask = async (headers: Record<string, string | undefined> = {}) => {
  const asked = request(engine.endpoint, {
    agent: false,
    headers: Object.fromEntries(
      Object.entries({
        Authorization: `AWS4-HMAC-SHA256 Credential=${engine.accessKeyId}/20261122/us-east-1`,
        ...headers,
      }).filter(([, value]) => value !== undefined),
    ),
  }).end();
  const [answer] = await once(asked, 'response');
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
};

describe('the engine answers', () => {
  test.each([{}, { Host: 'localhost:8000' }, { Host: '[::1]:8000' }])(
    'whoever started it: %j',
    async (headers) => {
      expect(await ask(headers)).toMatchObject({
        status: 200,
        body: expect.stringMatching('health'),
      });
    },
  );

  test.each([
    ['a page of any server', { Origin: 'https://example.com' }],
    ['a page without an origin', { Origin: 'null' }],
    ['a name that leads here', { Host: 'example.com' }],
    ['no credentials', { Authorization: undefined }],
    ['the credentials of others', { Authorization: 'AWS4-HMAC-SHA256 Credential=local/2026' }],
  ])('nobody else: %s', async (_who, headers) => {
    const answer = await ask(headers);
    expect(answer).toMatchObject({ status: 403, body: expect.stringMatching('AccessDenied') });
    // What the engine itself answers would let a page read it.
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('after an upload that broke off', async () => {
    const { port } = new URL(engine.endpoint);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(
      `POST / HTTP/1.1\r\nHost: localhost\r\nAuthorization: Credential=${engine.accessKeyId}/\r\nContent-Length: 1000\r\n\r\n{`,
      () => socket.resetAndDestroy(),
    );
    await once(socket, 'close');
    expect(await ask()).toMatchObject({ status: 200 });
  });
});

const owners: ChildProcess[] = [];
afterEach(() => {
  for (const owner of owners.splice(0)) owner.kill('SIGKILL');
});

/** A process that opens an engine and waits. */
const startOwner = async () => {
  const module = join(import.meta.dirname, '../src/dynamodb/embedded-dynamodb.ts');
  const owner = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { startEmbeddedDynamoDB } from ${JSON.stringify(module)};
      await startEmbeddedDynamoDB(${JSON.stringify(folder)});
      console.log('open');`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  owners.push(owner);
  await once(owner.stdout, 'data');
  return owner;
};

describe('a folder', () => {
  test.each(['SIGKILL', 'SIGINT'] as const)(
    'is free, and nothing runs there, when its owner has ended by %s',
    async (signal) => {
      const owner = await startOwner();
      await expect(startEmbeddedDynamoDB(folder)).rejects.toThrow(/is in use by another server/);
      expect(processesWith(folder)).toHaveLength(3);
      owner.kill(signal);
      await once(owner, 'exit');
      await until(() => processesWith(folder).length === 0);
      await (await startEmbeddedDynamoDB(folder)).close();
    },
  );

  test('is opened by one of many at once', async () => {
    const opened = await Promise.allSettled(
      Array.from({ length: 8 }, () => startEmbeddedDynamoDB(folder)),
    );
    const engines = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(engines).toHaveLength(1);
    await engines[0]?.close();
  });

  test('that is damaged is not opened', async () => {
    await writeFile(databaseFile(folder), 'damaged');
    await expect(startEmbeddedDynamoDB(folder)).rejects.toThrow(/is damaged \(.*delete it/);
  });

  test('that cannot be read is not called damaged: nobody is told to delete it', async () => {
    await mkdir(databaseFile(folder));
    const error = await startEmbeddedDynamoDB(folder).catch((thrown: unknown) => thrown);
    expect(String(error)).toMatch(/cannot be read \(.*--data-dir/);
    expect(String(error)).not.toMatch(/damaged|delete/);
  });

  test('that is damaged in any part of its database is not opened, and the reason is said', async () => {
    await (await startEmbeddedDynamoDB(folder)).close();
    const sound = await readFile(databaseFile(folder));
    for (const start of [0, 16, 100, 4096, 8192, sound.length - 4096]) {
      await writeFile(databaseFile(folder), Buffer.from(sound).fill(65, start, start + 4096));
      expect(() => checkDatabase(folder)).toThrow(/is damaged \([^*].*\): delete it/);
    }
    await writeFile(databaseFile(folder), sound.subarray(0, sound.length / 2));
    expect(() => checkDatabase(folder)).toThrow(/is damaged \([^*].*\): delete it/);
    await writeFile(databaseFile(folder), sound);
    checkDatabase(folder);
  });

  test('that cannot be written is not opened', async () => {
    await expect(startEmbeddedDynamoDB(join(folder, 'none'))).rejects.toThrow(
      /cannot be locked.*--data-dir/,
    );
  });
});

describe('a port that another program uses', () => {
  const taken = createServer();
  beforeAll(async () => {
    await once(taken.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(() => {
    taken.close();
  });

  test('is left for another one', async () => {
    const { port } = taken.address() as AddressInfo;
    const free = await freePort();
    const ports = [port, port, free];
    const { child, ...opened } = await startEngineProcess(
      engineBinary(),
      databaseFile(folder),
      async () => ports.shift() ?? 0,
    );
    // It may overlook SIGTERM while it starts.
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(opened.port).toBe(free);
  });

  test('does not let it try for ever', async () => {
    const { port } = taken.address() as AddressInfo;
    await expect(
      startEngineProcess(engineBinary(), databaseFile(folder), async () => port),
    ).rejects.toThrow(`port ${port} is already in use`);
  });
});

test('when the engine does not start, the message does not advise to delete the data', async () => {
  const program = join(import.meta.dirname, '../src/dynamodb/engine-host.ts');
  // Node in place of the engine: it knows no command `serve`, and ends.
  const host = spawn(process.execPath, [program, process.execPath, folder]);
  host.stdin.write('key\n');
  const { kind, message } = JSON.parse(await text(host.stdout));
  expect(kind).toBe('not-started');
  expect(message).toMatch(/The engine does not start with .*: start again, or .*--data-dir/);
  expect(message).not.toContain('delete');
});

test('a platform without an engine is named, with what to do', () => {
  expect(() => engineBinary('sunos', 'x64')).toThrow(/sunos on x64.*AWS_ENDPOINT_URL_DYNAMODB/);
});
