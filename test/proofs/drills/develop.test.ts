import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from '@jest/globals';
import { call } from '../../support/client.ts';
import { endLocalServers, failToStart, startLocalServer } from '../../support/local-server.ts';
import { familyOf, running } from '../../support/processes.ts';
import { copyProject } from '../../support/project-copy.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { until } from '../../support/until.ts';

const HANDLER = 'functions/get-pet/handler.ts';

const env = { npm_lifecycle_event: 'dev' };

const dataDir = temporaryFolder();
const root = join(dataDir, 'project');
await copyProject(root);
// What npm run dev runs.
const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
const [, options = ''] = /exec node (.*) infra\/local\/main\.ts$/.exec(scripts.dev) ?? [];
const node = options.split(' ');
const server = await startLocalServer({ root, dataDir, port: 3990, env, node });
afterAll(endLocalServers);
await call('/pets', { method: 'POST', body: { name: 'Rex', categoryId: 1n } }, server);

/** Saves as git, sed and many editors do: it replaces the file by a new one. */
const replaceFile = async (path: string, text: string): Promise<void> => {
  await writeFile(`${path}.new`, text);
  await rename(`${path}.new`, path);
};

/** The files that a test has changed, as they were. */
const changed = new Map<string, string>();

const edit = async (path: string, from: string, to: string): Promise<void> => {
  const text = await readFile(join(root, path), 'utf8');
  if (!text.includes(from)) throw new Error(`${path} has no ${from}`);
  if (!changed.has(path)) changed.set(path, text);
  await replaceFile(join(root, path), text.replace(from, to));
};

/** Undefined while the server starts again. */
const answerTo = (path: string) => call(path, {}, server).catch(() => undefined);

const untilShown = (text: string) =>
  until(async () => (await answerTo('/pets/1'))?.text.includes(text) === true);

const restarts = () => server.output().match(/Pet Store is running/g)?.length ?? 0;

afterEach(async () => {
  if (changed.size === 0) return;
  const before = restarts();
  for (const [path, text] of changed) await replaceFile(join(root, path), text);
  changed.clear();
  await until(() => restarts() > before);
  await untilShown('"Rex"');
});

test('serves a handler as it was saved, with the same data and key', async () => {
  await edit(HANDLER, 'toPet(pet)', "{ ...toPet(pet), name: 'New ' + pet.name }");
  await untilShown('New Rex');
});

test('serves a changed contract: route and reference', async () => {
  await edit('functions/get-pet/contract.ts', "path: '/pets/{petId}'", "path: '/animals/{petId}'");
  await until(async () => (await answerTo('/animals/1'))?.status === 200);
  expect((await answerTo('/pets/1'))?.status).toBe(405);
  const document = await fetch(new URL('/openapi.json', server.baseUrl));
  expect(await document.text()).toContain('"/animals/{petId}"');
});

test('a rejection that nobody waits for is a stack in the log, and the server goes on', async () => {
  const before = restarts();
  await edit(HANDLER, 'const pet =', "Promise.reject(new Error('Stray'));\n      const pet =");
  await until(() => restarts() > before);
  expect((await answerTo('/pets/1'))?.status).toBe(200);
  const stack = /^Runtime exited with Error: Stray\n.*get-pet\/handler\.ts/m;
  await until(() => stack.test(server.output()));
  expect((await answerTo('/pets/1'))?.status).toBe(200);
});

test('prints Node’s own message about a source that is no TypeScript, and goes on with the next save', async () => {
  await edit('lib/errors/errors.ts', 'export const ERRORS', 'export const');
  await until(() =>
    /lib\/errors\/errors\.ts:\d+\n[\s\S]*SyntaxError[\s\S]*Waiting/.test(server.output()),
  );
  expect(await answerTo('/pets/1')).toBeUndefined();
});

test('ends after --help', async () => {
  const options = ['--help'];
  const { status, output } = await failToStart({ root, dataDir: root, env, node, options });
  expect(status).toBe(0);
  expect(output).toContain('Usage: npm run dev -- [options]');
});

test('ends on Ctrl-C with all that it started', async () => {
  const family = familyOf(server.pid);
  // The watcher, the server, the engine and its host.
  expect(family.length).toBeGreaterThanOrEqual(4);
  const status = server.stop('SIGINT');
  // A terminal sends it to the server, too. One that gets it twice ends without its time to close.
  process.kill(family[1] ?? 0, 'SIGINT');
  expect(await status).toBe(0);
  await until(() => running(family).length === 0);
});
