import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import type { Pet } from '../../lib/pets/pet.ts';
import { requireEnv } from '../../lib/process/env.ts';
import { call, serviceUnderTest } from '../support/client.ts';
import { codeBlocks, pageCalls, runCurl } from '../support/page-calls.ts';
import { ROOT } from '../support/project.ts';
import { newSecret } from '../support/stored-webhooks.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startRelay } from './relay.ts';

const run = (cwd: string, command: string, ...words: string[]): string =>
  execFileSync(command, words, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** Packs the client and installs it in a new folder, as its README says. */
const installClient = (): string => {
  const folder = temporaryFolder();
  run(ROOT, 'npm', 'pack', './packages/client', '--pack-destination', folder);
  const tarballs = globSync('*.tgz', { cwd: folder });
  run(folder, 'npm', 'init', '-y');
  run(folder, 'npm', 'install', '--offline', ...tarballs.map((tarball) => `./${tarball}`));
  return folder;
};

/** Adds TypeScript to a folder with the settings that `tsc --init` gives, without the registry. */
const addTypeScript = (folder: string): void => {
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules/@types'), join(folder, 'node_modules/@types'), 'junction');
  compile(folder, '--init', '--types', 'node');
};

/** Compiles the TypeScript of a folder. @throws Error with the compiler's output if it fails */
const compile = (folder: string, ...words: string[]): void => {
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [tsc, ...words], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stdout);
};

/** What `npm run tools -- runtimes` installs. */
const INSTALLED = join(ROOT, 'test/e2e/runtimes/node_modules/.bin');

/** Programs of this name on PATH or installed, one for each version, by its version; `first` is in place of its own. */
const installed = (name: string, ...first: readonly string[]): ReadonlyMap<string, string> => {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), INSTALLED];
  const files = [...first, ...folders.map((at) => join(at, name)).filter((at) => existsSync(at))];
  return new Map(files.map((at) => [run(ROOT, at, '--version').trim(), at] as const).reverse());
};

const nodes = installed('node', process.execPath);

/** What runs JavaScript, by its name and version: a file, and the words before a program's. */
const runtimes: readonly (readonly [string, readonly [string, ...string[]]])[] = [
  ...[...nodes].map(([version, file]) => [`Node ${version}`, [file]] as const),
  ...[...installed('bun')].map(([version, file]) => [`Bun ${version}`, [file]] as const),
  ...[...installed('deno')].map(
    ([version, file]) => [version.split(' (')[0] ?? '', [file, 'run', '--allow-all']] as const,
  ),
];

const PAGES = [
  'README.md',
  'docs/quickstart.md',
  'docs/api.md',
  'packages/client/README.md',
  'docs/orders.md',
  'docs/categories.md',
  'docs/changing.md',
  'docs/webhooks.md',
  'docs/events.md',
  'docs/keys.md',
];

const { baseUrl, apiKey } = serviceUnderTest();
const newPet = async () => {
  const body = { name: 'Rex', categoryId: 1n };
  return ((await call('/pets', { method: 'POST', body })).body as Pet).id;
};

// What pages and their programs do goes through it, so that what they create is known, and deleted.
const relay = await startRelay(baseUrl, await newPet());
afterAll(() => relay.close());
const variables = {
  API_KEY: apiKey,
  BASE_URL: relay.endpoint,
  QUICKSTART_URL: requireEnv('QUICKSTART_URL'),
};
const pages = PAGES.map((page) => {
  const blocks = codeBlocks(page);
  const program = blocks.filter(({ language }) => language === 'ts').map(({ text }) => text);
  return { page, calls: pageCalls(blocks), program: program.join('\n') };
});
const programs = pages
  .filter(({ program }) => program !== '')
  .map(({ page, program }) => ({ page, program, name: page.replaceAll(/\W/g, '-') }));

const folder = installClient();
/** The pet that each page calls 1: pages change and delete it. The category 7 of the page has its id. */
const petIds = new Map<string, bigint>();
for (const page of PAGES) petIds.set(page, await newPet());
/** The webhook of the guide. */
const hook = { url: 'https://hooks.shop.example/pets', secret: newSecret() };
const { body: webhook } = await call('/webhooks', { method: 'POST', body: hook });

const typed = (page: string, command: string): string =>
  command
    .replace(/(?<=\/pets\/)1\b|(?<=ids=)1\b|(?<=\/categories\/)7\b/g, String(petIds.get(page)))
    .replace(/whk_\w+/, Object(webhook).id)
    .replace('http://localhost:4000/', hook.url)
    .replace("'$WEBHOOK_SECRET'", hook.secret)
    .replace(/'\$\(openssl rand -base64 32\)'/, newSecret(32).slice('whsec_'.length));

const runProgram = async (
  [runtime, ...words]: readonly [string, ...string[]],
  file: string,
  at = folder,
  key = apiKey,
): Promise<string> => {
  const { stdout } = await promisify(execFile)(runtime, [...words, join(at, file)], {
    env: {
      PATH: process.env['PATH'],
      ...variables,
      API_KEY: key,
      OTHER_API_KEY: requireEnv('OTHER_API_KEY'),
    },
  });
  return stdout;
};

describe('what the pages show works', () => {
  test.each(
    pages.flatMap(({ page, calls }) =>
      calls.map((each, at) => ({ page, number: at + 1, ...each })),
    ),
  )('$page: call $number', async ({ page, command, shown }) => {
    const { status, body } = await runCurl(typed(page, command), folder, variables);
    const expected = shown === undefined ? undefined : JSON.parse(shown);
    if (expected?.code) expect([status, JSON.parse(body)]).toEqual([expected.status, expected]);
    else expect(`${status} ${body}`).toMatch(/^2/);
    if (expected) expect(Object.keys(JSON.parse(body))).toEqual(Object.keys(expected));
  });

  test.each(runtimes)('their programs run as JavaScript on %s', async (_name, runtime) => {
    for (const { name, program } of programs) {
      writeFileSync(join(folder, `${name}.mjs`), program);
      expect(await runProgram(runtime, `${name}.mjs`)).toMatch(/\S/);
    }
  });

  test('the program of the guide to keys changes a key without an outage', async () => {
    const old = Object((await call('/keys', { method: 'POST', body: { name: 'web shop' } })).body);
    const [program] = codeBlocks('docs/keys.md').filter(({ language }) => language === 'js');
    writeFileSync(
      join(folder, 'rotate.mjs'),
      program?.text.replace("'api-key'", `'${folder}/api-key'`) ?? '',
    );
    const printed = await runProgram([process.execPath], 'rotate.mjs', folder, old.apiKey);
    const key = readFileSync(join(folder, 'api-key'), 'utf8');
    const account = Object((await call('/account', { key })).body);
    expect(account.key).toMatchObject({ name: 'web shop', scope: 'full' });
    expect(printed).toBe(`${account.key.id} is in place of ${old.id}.\n`);
    expect((await call(`/keys/${old.id}`, { method: 'DELETE' })).status).toBe(404);
    await call(`/keys/${account.key.id}`, { method: 'DELETE' });
  });

  test('a bundler takes of the client what a program uses', async () => {
    const sizeOf = async (name: string) => {
      const contents = `import * as client from 'pet-store-client'; console.log(client${name});`;
      const options = { bundle: true, minify: true, write: false, format: 'esm' } as const;
      const { outputFiles } = await build({ ...options, stdin: { contents, resolveDir: folder } });
      return gzipSync(outputFiles[0]?.contents ?? '').length;
    };
    expect(await sizeOf('')).toBeLessThan(8 * 1024);
    expect(await sizeOf('.PetStoreError')).toBeLessThan(512);
  });

  test('their programs compile with the settings of tsc --init, and mistakes do not', () => {
    addTypeScript(folder);
    for (const { name, program } of programs)
      writeFileSync(join(folder, `${name}-ts.mts`), program);
    writeFileSync(
      join(folder, 'mistakes.mts'),
      `import { PetStore, Quickstart } from 'pet-store-client';
const options = { baseUrl: 'http://localhost/v1', apiKey: 'key' };
// @ts-expect-error: the other address
new PetStore(options).createMessage({ message: 'Hello' });
// @ts-expect-error: the other address
new Quickstart(options).listPets();
// @ts-expect-error: a number cannot hold every int64
new PetStore(options).createPet({ name: 'Rex', categoryId: 1 });
`,
    );
    compile(folder);
  });

  test('the client works in a CommonJS project with TypeScript, and is one copy there', async () => {
    const shop = join(folder, 'shop');
    addTypeScript(shop);
    const program = `import { PetStore, PetStoreError } from 'pet-store-client';
const { BASE_URL: baseUrl, API_KEY: apiKey } = process.env;
void (async () => {
  const imported = await import('pet-store-client');
  const pet = await new PetStore({ baseUrl, apiKey }).createPet({ name: 'Rex', categoryId: 1n });
  console.log(pet.name, imported.PetStoreError === PetStoreError);
})();
`;
    writeFileSync(join(shop, 'shop.cts'), program);
    compile(shop, '--module', 'node16', '--verbatimModuleSyntax', 'false');
    for (const node of nodes.values()) {
      expect(await runProgram([node], 'shop.cjs', shop)).toBe('Rex true\n');
    }
  });
});
