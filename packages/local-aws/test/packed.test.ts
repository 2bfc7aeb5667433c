import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from '@jest/globals';
import { synthesizeApp } from './apps/serve-app.ts';
import { temporaryFolder } from './temporary-folder.ts';

const PACKAGE = join(import.meta.dirname, '..');
const ROOT = join(PACKAGE, '../..');
const run = promisify(execFile);

let project: string;
let program: string;

/** Packs a copy, as packing changes package.json for a moment, and puts it where npm would install it. */
beforeAll(async () => {
  const copy = await temporaryFolder();
  const folder = join(copy, 'packages/local-aws');
  for (const name of ['src', 'package.json', 'tsconfig.json', 'README.md']) {
    await cp(join(PACKAGE, name), join(folder, name), { recursive: true });
  }
  await cp(join(ROOT, 'tsconfig.json'), join(copy, 'tsconfig.json'));
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  await run('npm', ['pack', '--pack-destination', copy], {
    cwd: folder,
    env: { ...process.env, PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env['PATH']}` },
  });
  const { name, version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const packed = join(copy, `${name}-${version}.tgz`);

  project = await temporaryFolder();
  const installed = join(project, 'node_modules/local-aws');
  await mkdir(installed, { recursive: true });
  await run('tar', ['-xzf', packed, '-C', installed, '--strip-components=1']);
  await symlink(join(ROOT, 'node_modules'), join(installed, 'node_modules'));
  const { bin } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
  program = join(installed, bin['local-aws']);
});

test('an installed package serves a stack by its command, and ends by SIGTERM', async () => {
  const assembly = await synthesizeApp('notes.ts');
  const options = ['--port', '0', '--parameter', 'Prefix=their', '--data-dir', 'data'];
  const server = spawn(process.execPath, [program, assembly, 'Notes', ...options], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: server.stdout });
  const [line] = await once(lines, 'line');
  const [, url = ''] = /^NotesApi +(http:\S+)$/.exec(line) ?? [];
  const response = await fetch(url);
  expect([response.status, await response.json()]).toEqual([
    200,
    expect.objectContaining({ NOTES: 'their-notes' }),
  ]);
  server.kill('SIGTERM');
  expect(await once(server, 'exit')).toEqual([0, null]);
});

test.each([
  [['--port', '70000', 'out', 'Notes'], /port.*0 \(any free port\) to 65535/],
  [['--parameter', 'Prefix', 'out', 'Notes'], /It is Name=value/],
  [['out', 'Notes'], /^local-aws: There is no stack in .*out: run npx cdk synth/],
  [['out'], /missing required argument 'stack'/],
])('says what is wrong with %j', async (words, message) => {
  const failure: unknown = await run(process.execPath, [program, ...words], { cwd: project }).catch(
    (error: unknown) => error,
  );
  expect(failure).toMatchObject({ code: 1, stderr: expect.stringMatching(message) });
});
