import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { databaseFile } from '../../../infra/local/engine/data-folder.ts';
import type { Pet } from '../../../lib/pets/pet.ts';
import { call } from '../../support/client.ts';
import { expectError } from '../../support/expect-answer.ts';
import {
  endLocalServers,
  failToStart,
  type LocalServer,
  type StartOptions,
  startLocalServer,
  startUnattended,
} from '../../support/local-server.ts';
import { collectOutput, familyOf, processesWith, running } from '../../support/processes.ts';
import { ROOT } from '../../support/project.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { until } from '../../support/until.ts';

let folder: string;
let dataDir: string;

beforeEach(async () => {
  folder = temporaryFolder();
  dataDir = join(folder, 'data');
});
afterAll(endLocalServers);

const createPet = (server: LocalServer) =>
  call('/pets', { method: 'POST', body: { name: 'Rex', categoryId: 1n } }, server);

/** Expects processes to end by themselves, and ends those that do not. */
const expectEnded = async (family: readonly number[]): Promise<void> => {
  try {
    await until(() => running(family).length === 0);
  } finally {
    for (const pid of running(family)) process.kill(pid, 'SIGKILL');
  }
};

test('a start keeps secrets in files that only their owner reads, and data and key for the next', async () => {
  const first = await startLocalServer({ dataDir, env: { TMPDIR: folder } });
  expect(await readFile(join(dataDir, 'api-key'), 'utf8')).toBe(`${first.apiKey}\n`);
  for (const secret of ['api-key', 'engine.json']) {
    expect((await stat(join(dataDir, secret))).mode & 0o777).toBe(0o600);
  }
  const pet = (await createPet(first)).body as Pet;
  await first.stop('SIGKILL');
  expect(await readdir(folder)).toEqual(['data']);

  const second = await startLocalServer({ dataDir });
  expect(second.apiKey).toBe(first.apiKey);
  expect((await call(`/pets/${pet.id}`, {}, second)).body).toEqual(pet);
  expect(await second.stop()).toBe(0);
});

test('storage that is damaged while it is used is 503 and a line, and then no server starts there', async () => {
  const server = await startLocalServer({ dataDir });
  expect((await createPet(server)).status).toBe(201);
  for (const ending of ['', '-wal', '-shm']) {
    const file = `${databaseFile(dataDir)}${ending}`;
    // Written in place, as the engine has the files open.
    await writeFile(file, Buffer.alloc((await stat(file)).size, 65), { flag: 'r+' });
  }
  for (const answer of [await createPet(server), await call('/pets', {}, server)]) {
    expectError(answer, 'unavailable');
    expect(server.output()).toContain(answer.headers.get('X-Request-Id'));
  }
  expect(server.isRunning()).toBe(true);
  await server.stop();
  expect(await failToStart({ dataDir })).toEqual({
    status: 1,
    output: expect.stringMatching(/^pet-store: .* is damaged \(.*delete it.*\n$/),
  });
});

test('a server whose engine is killed ends with a line that says it, and leaves nothing running', async () => {
  const server = await startLocalServer({ dataDir });
  const family = familyOf(server.pid);
  const before = server.output();
  const [, , engine = 0] = family;
  process.kill(engine, 'SIGKILL');
  await expectEnded(family);
  const last = 'pet-store: The embedded DynamoDB engine has ended: start again.\n';
  // What it printed may come after its end.
  await until(() => server.output().includes(last));
  // A reader of a stream may see it, too.
  const since = server.output().slice(before.length);
  expect(since.replace(/^The stream of .*\n/gm, '')).toBe(last);
  expect(await server.stop()).toBe(1);
});

test.each(['SIGKILL', 'SIGINT'] as const)(
  'a start that ends by %s before it has begun to serve leaves nothing running',
  async (signal) => {
    const server = startUnattended({ dataDir });
    // The engine's file is there as soon as the engine runs.
    await until(() => existsSync(join(dataDir, 'dynamodb.sqlite')));
    const family = familyOf(server.pid);
    server.kill(signal);
    await expectEnded(family);
    await until(() => processesWith(dataDir).length === 0);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  },
);

// Supervisors and CI end npm alone, not its process group as a terminal does.
test.each(['start', 'dev'])('npm run %s, ended by SIGKILL, leaves no process', async (script) => {
  const npm = spawn('npm', ['run', script, '--', '--port', '0', '--data-dir', dataDir], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output = collectOutput(npm);
  await until(() => output().includes('Ctrl-C'));
  const family = familyOf(npm.pid);
  // npm, the server, the engine and its host; some shells stay, too.
  expect(family.length).toBeGreaterThanOrEqual(4);
  npm.kill('SIGKILL');
  await expectEnded(family);
  expect(processesWith(dataDir)).toEqual([]);
});

test('a server whose engine is stopped ends at SIGTERM within 10 s, and leaves nothing running', async () => {
  const server = await startLocalServer({ dataDir });
  const family = familyOf(server.pid);
  const [, , engine = 0] = family;
  process.kill(engine, 'SIGSTOP');
  const asked = Date.now();
  try {
    expect(await server.stop('SIGTERM')).toBe(0);
    expect(Date.now() - asked).toBeLessThan(10_000);
  } finally {
    await expectEnded(family);
  }
});

test.each<[what: string, folder: string, problem: RegExp, options?: Partial<StartOptions>]>([
  ['the data folder is a file', 'file', /cannot be written/],
  ['a folder is in the place of one of its files', 'folders', /cannot be written.*engine\.json/],
  // For files of more than a kilobyte, as on a full disk.
  ['the database cannot grow', 'data', /does not start with .*\(\S.*\)/, { limits: 'ulimit -f 2' }],
])('a start fails with one line if %s', async (_what, name, problem, options = {}) => {
  await writeFile(join(folder, 'file'), '');
  await mkdir(join(folder, 'folders/engine.json'), { recursive: true });
  const { status, output } = await failToStart({ dataDir: join(folder, name), ...options });
  expect(status).toBe(1);
  expect(output).toMatch(/^pet-store: .*--data-dir.*\n$/);
  expect(output).toMatch(problem);
});

test.each([
  ['--data-dir', ''],
  ['--port', '70000'],
])('the command line refuses %s %s', async (...options) => {
  const { status, output } = await failToStart({ dataDir, options });
  expect(status).toBe(1);
  expect(output).toMatch(/^error: /);
});
