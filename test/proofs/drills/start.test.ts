import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { generateApiKey } from '../../../lib/accounts/api-key.ts';
import type { Pet } from '../../../lib/pets/pet.ts';
import { call, expectError } from '../../support/client.ts';
import { readCurl } from '../../support/curl.ts';
import {
  endLocalServers,
  failToStart,
  type LocalServer,
  startLocalServer,
} from '../../support/local-server.ts';
import { familyOf, processesWith, running } from '../../support/processes.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { until } from '../../support/until.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** The file of a data folder that holds all tables. */
const databaseFile = (dataDir: string): string => join(dataDir, 'dynamodb.sqlite');

type Folder = Awaited<ReturnType<typeof temporaryFolder>>;

let folder: Folder;
let dataDir: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  dataDir = join(folder.path, 'data');
});
afterEach(() => folder.remove());
afterAll(endLocalServers);

/** One line for people, and exit status 1. */
const expectOneLine = async (
  failure: ReturnType<typeof failToStart>,
  line: RegExp,
): Promise<void> => {
  const { status, output } = await failure;
  const lines = output.trim().split('\n');
  expect(lines.filter((each) => !each.startsWith('Opening'))).toEqual([
    expect.stringMatching(line),
  ]);
  expect(status).toBe(1);
};

describe('a running server', () => {
  let own: Folder;
  let server: LocalServer;

  beforeAll(async () => {
    own = await temporaryFolder();
    server = await startLocalServer({ dataDir: own.path });
  });
  afterAll(async () => {
    await server.stop();
    await own.remove();
  });

  test('prints curl commands that work in their order', async () => {
    const commands = server.output().match(/curl .*/g) ?? [];
    const statuses: number[] = [];
    for (const command of commands) {
      const { url, ...init } = readCurl(command);
      statuses.push((await fetch(url, init)).status);
    }
    expect(statuses).toEqual([202, 201, 200, 200]);
  });

  test('listens to this machine only', async () => {
    const { port } = new URL(server.baseUrl);
    const outside = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4');
    for (const { address } of outside) {
      await expect(fetch(`http://${address}:${port}/v1/pets`)).rejects.toThrow('fetch failed');
    }
  });

  test('keeps others from its port, with one line', async () => {
    const port = Number(new URL(server.baseUrl).port);
    const line = new RegExp(`Port ${port} for the pets API is in use.*--port`);
    await expectOneLine(failToStart({ dataDir, port }), line);
  });

  test('keeps others from its data folder, with one line, and serves what it served', async () => {
    const before = processesWith(own.path);
    let ended = false;
    const others = Promise.all(
      Array.from({ length: 3 }, () =>
        expectOneLine(failToStart({ dataDir: own.path }), /is in use by another server/),
      ),
    ).finally(() => {
      ended = true;
    });
    const statuses = new Set<number>();
    while (!ended) {
      statuses.add((await call('/pets', {}, server)).status);
      await setTimeout(50);
    }
    await others;
    expect([...statuses]).toEqual([200]);
    expect(processesWith(own.path)).toEqual(before);
  });
});

describe('a start', () => {
  test('keeps secrets in files that only their owner reads, and data and key for the next', async () => {
    const first = await startLocalServer({ dataDir });
    expect(await readFile(join(dataDir, 'api-key'), 'utf8')).toBe(`${first.apiKey}\n`);
    for (const secret of ['api-key', 'engine.json']) {
      expect((await stat(join(dataDir, secret))).mode & 0o777).toBe(0o600);
    }
    const body = { name: 'Rex', categoryId: 1n };
    const pet = (await call('/pets', { method: 'POST', body }, first)).body as Pet;
    expect(await first.stop()).toBe(0);

    const second = await startLocalServer({ dataDir });
    expect(second.apiKey).toBe(first.apiKey);
    expect((await call(`/pets/${pet.id}`, {}, second)).body).toEqual(pet);
    await second.stop();
  });

  test('leaves nothing in the temporary folder, even if it is killed', async () => {
    const server = await startLocalServer({ dataDir, env: { TMPDIR: folder.path } });
    await server.stop('SIGKILL');
    expect(await readdir(folder.path)).toEqual(['data']);
  });
});

test('a server goes on when nobody reads what it prints', async () => {
  const server = await startLocalServer({ dataDir });
  server.stopReading();
  const other = generateApiKey('pet_test_');
  for (let count = 0; count < 3; count += 1) {
    // The authorizer's line goes to standard error.
    expectError(await call('/pets', { key: other }, server), 'unauthorized');
    expect((await call('/pets', {}, server)).status).toBe(200);
  }
  expect(await server.stop('SIGTERM')).toBe(0);
});

test('storage that is damaged while it is used is 503 and a line, and not the end of the server', async () => {
  const server = await startLocalServer({ dataDir });
  const create = () =>
    call('/pets', { method: 'POST', body: { name: 'Rex', categoryId: 1 } }, server);
  expect((await create()).status).toBe(201);
  for (const ending of ['', '-wal', '-shm']) {
    const file = `${databaseFile(dataDir)}${ending}`;
    // Written in place, as the engine has the files open.
    const { size } = await stat(file);
    await writeFile(file, Buffer.alloc(size, 65), { flag: 'r+' });
  }
  for (const answer of [await create(), await call('/pets', {}, server)]) {
    expectError(answer, 'unavailable');
    expect(server.output()).toContain(answer.headers.get('X-Request-Id'));
  }
  expect(server.isRunning()).toBe(true);
  await server.stop();
  await expectOneLine(failToStart({ dataDir }), /is damaged \(.*delete it/);
});

test('a server whose engine is killed ends with a line that says it, and leaves nothing running', async () => {
  const server = await startLocalServer({ dataDir });
  const family = familyOf(server.pid);
  const before = server.output();
  const [, , engine = 0] = family;
  process.kill(engine, 'SIGKILL');
  await until(() => running(family).length === 0);
  const last = 'pet-store: The embedded DynamoDB engine has ended: start again.\n';
  // What it printed may come after its end.
  await until(() => server.output().includes(last));
  // A reader of a stream may see it, too.
  expect(
    server
      .output()
      .slice(before.length)
      .replace(/^The stream of .*\n/gm, ''),
  ).toBe(last);
  expect(await server.stop()).toBe(1);
});

describe('a start fails with one line', () => {
  test('when there is no port after the last one', async () => {
    await expectOneLine(
      failToStart({ dataDir, port: 65535 }),
      /Port 65536 for the quickstart API cannot be used.*--quickstart-port/,
    );
  });

  test('when the data folder cannot be made', async () => {
    await writeFile(join(folder.path, 'file'), '');
    const failure = failToStart({ dataDir: join(folder.path, 'file', 'data') });
    await expectOneLine(failure, /cannot be written.*--data-dir/);
  });

  // The system refuses folders there as if the parent were missing.
  (process.platform === 'linux' ? test : test.skip)(
    'when the data folder would be in /proc',
    async () => {
      await expectOneLine(
        failToStart({ dataDir: '/proc/foo/data' }),
        /cannot be written.*--data-dir/,
      );
    },
  );

  test('when the database is damaged, at every start', async () => {
    const server = await startLocalServer({ dataDir });
    await Promise.all(
      Array.from({ length: 20 }, () =>
        call('/pets', { method: 'POST', body: { name: 'Rex', categoryId: 1 } }, server),
      ),
    );
    await server.stop();
    const database = databaseFile(dataDir);
    const content = await readFile(database);
    const middle = Math.floor(content.length / 2);
    await writeFile(database, content.fill(65, middle, middle + 8192));
    await expectOneLine(failToStart({ dataDir }), /is damaged \(.*delete it/);
    await expectOneLine(failToStart({ dataDir }), /is damaged \(.*delete it/);
  });

  test('when the key file is a folder', async () => {
    await mkdir(join(dataDir, 'api-key'), { recursive: true });
    await expectOneLine(failToStart({ dataDir }), /api-key cannot be read.*delete it/);
  });

  test('when the engine that it should use is not a URL', async () => {
    const env = { AWS_ENDPOINT_URL_DYNAMODB: 'foo' };
    await expectOneLine(failToStart({ dataDir, env }), /AWS_ENDPOINT_URL_DYNAMODB is not a URL/);
  });

  test('when a folder or a file is in the place of one of its own', async () => {
    await mkdir(join(dataDir, 'engine.json'), { recursive: true });
    await expectOneLine(failToStart({ dataDir }), /cannot be written.*engine\.json.*--data-dir/);
  });

  // The system does this on a full disk, for files of more than a kilobyte.
  (process.platform === 'win32' ? test.skip : test)('when the database cannot grow', async () => {
    const failure = failToStart({ dataDir, limits: 'ulimit -f 2' });
    await expectOneLine(failure, /The engine does not start with .*\(\S.*\).*--data-dir/);
  });

  test('when the key file is damaged', async () => {
    await mkdir(dataDir);
    await writeFile(join(dataDir, 'api-key'), 'damaged');
    await expectOneLine(failToStart({ dataDir }), /api-key holds no API key: delete it/);
  });

  test('when the DynamoDB engine that it was told to use is not there', async () => {
    const env = { AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:1' };
    await expectOneLine(failToStart({ dataDir, env }), /DynamoDB does not answer.*127\.0\.0\.1:1/);
  });
});

describe('the command line', () => {
  const run = async (...options: string[]) => {
    const child = spawn(process.execPath, ['infra/local/main.ts', ...options], { cwd: ROOT });
    const [output, problems, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    return { output, problems, status };
  };

  test('explains itself with --help', async () => {
    const { output, status } = await run('--help');
    expect(status).toBe(0);
    for (const option of [
      '--port',
      '3000',
      '--quickstart-port',
      '--data-dir',
      '.local',
      'AWS_ENDPOINT_URL_DYNAMODB',
    ]) {
      expect(output).toContain(option);
    }
  });

  test.each([
    ['--data-dir', ''],
    ['--port', 'abc'],
    ['--port', '70000'],
    ['--port', ''],
    ['--colour'],
    ['extra'],
  ])('refuses %s %s', async (...options) => {
    const { problems, status } = await run(...options);
    expect(status).toBe(1);
    expect(problems).toMatch(/^error: /);
  });
});
