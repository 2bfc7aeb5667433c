import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { requireEnv } from '../../lib/env.ts';
import { call, serviceUnderTest } from '../support/client.ts';
import {
  addTypeScript,
  compile,
  installClient,
  nodesOnPath,
  writeProgram,
} from '../support/client-folder.ts';
import { codeBlocks, pageCalls, runCurl } from '../support/page-calls.ts';

const PAGES = [
  'README.md',
  'docs/quickstart.md',
  'docs/api.md',
  'docs/client/README.md',
  'docs/orders.md',
  'docs/categories.md',
  'docs/changing.md',
];

const { baseUrl, apiKey } = serviceUnderTest();
const addresses = { baseUrl, quickstartUrl: requireEnv('QUICKSTART_URL') };
const pages = PAGES.map((page) => {
  const blocks = codeBlocks(page, addresses);
  const program = blocks.filter(({ language }) => language === 'ts').map(({ text }) => text);
  return { page, calls: pageCalls(blocks), program: program.join('\n') };
});
const programs = pages
  .filter(({ program }) => program !== '')
  .map(({ page, program }) => ({ page, program, name: page.replaceAll(/\W/g, '-') }));

let folder: string;
/** The pet that each page calls 1: pages change and delete it. The category 7 of the page has its id. */
const petIds = new Map<string, string>();
beforeAll(async () => {
  folder = installClient();
  const pet = { name: 'Rex', categoryId: 1n };
  for (const page of PAGES) {
    const { headers } = await call('/pets', { method: 'POST', body: pet });
    petIds.set(page, headers.get('Location')?.split('/').at(-1) ?? '');
  }
}, 120_000);

const runProgram = (node: string, file: string): string =>
  execFileSync(node, [join(folder, file)], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], BASE_URL: baseUrl, API_KEY: apiKey },
  });

describe('what the pages show works', () => {
  test.each(
    pages.flatMap(({ page, calls }) =>
      calls.map((each, at) => ({ page, number: at + 1, ...each })),
    ),
  )('$page: call $number', async ({ page, command, shown }) => {
    const { status, body } = await runCurl(
      command.replace(
        /(?<=\/pets\/)1\b|(?<=ids=)1\b|(?<=\/categories\/)7\b/g,
        petIds.get(page) ?? '',
      ),
      folder,
      apiKey,
    );
    const expected = shown === undefined ? undefined : JSON.parse(shown);
    if (expected?.code) expect([status, JSON.parse(body)]).toEqual([expected.status, expected]);
    else expect(`${status} ${body}`).toMatch(/^2/);
    if (expected) expect(Object.keys(JSON.parse(body))).toEqual(Object.keys(expected));
  });

  test.each([...nodesOnPath()])('their programs run as JavaScript on Node %s', (_version, node) => {
    for (const { name, program } of programs) {
      writeProgram(folder, `${name}.mjs`, program);
      expect(runProgram(node, `${name}.mjs`)).toMatch(/\S/);
    }
  });

  test('their programs compile with the settings of tsc --init, and run', () => {
    addTypeScript(folder);
    for (const { name, program } of programs) writeProgram(folder, `${name}-ts.mts`, program);
    compile(folder);
    for (const { name } of programs) {
      expect(runProgram(process.execPath, `${name}-ts.mjs`)).toMatch(/\S/);
    }
    writeProgram(
      folder,
      'mistakes.mts',
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
});
