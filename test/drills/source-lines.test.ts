import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { createSourceLines } from 'local-aws';
import { assemblyDirectory } from '../support/assembly.ts';

const ROOT = join(import.meta.dirname, '../..');
const CONTRACT = 'functions/get-pet/contract.ts';

/** The place of `operationId` in the bundle, as Lambda prints it, and in the sources. */
const places = (): { readonly deployed: string; readonly source: string } => {
  const where = (text: string, part: string) => {
    const before = text.slice(0, text.indexOf(part)).split('\n');
    return `${before.length}:${(before.at(-1) ?? '').length + 1}`;
  };
  const bundle = readFileSync(join(assemblyDirectory(), 'bundles/get-pet/index.mjs'), 'utf8');
  const source = readFileSync(join(ROOT, CONTRACT), 'utf8');
  return {
    deployed: `file:///var/task/index.mjs:${where(bundle, 'operationId:"getPet"')}`,
    source: `${CONTRACT}:${where(source, "operationId: 'getPet'")}`,
  };
};

const run = (words: readonly string[], input: string) =>
  spawnSync(process.execPath, ['infra/source-lines/main.ts', ...words], {
    cwd: ROOT,
    input,
    encoding: 'utf8',
  });

test('npm run source-lines turns a stack of a release into lines of the sources', () => {
  const { deployed, source } = places();
  const logged = JSON.stringify({
    stack: `TypeError: no\n    at a (${deployed})\n    at ${deployed}`,
  });
  const { stdout, status } = run(['getPet', '--release', assemblyDirectory()], logged);
  expect(stdout).toBe(`{"stack":"TypeError: no\n    at a (${source})\n    at ${source}"}`);
  expect(status).toBe(0);
});

test('it names what is missing for a function that there is not', () => {
  const { stderr, status } = run(['getNothing', '--release', assemblyDirectory()], '');
  expect(stderr).toMatch(/There is no .*get-nothing\.map/);
  expect(status).toBe(1);
});

test('without a map a stack stays as it is', () => {
  const { deployed } = places();
  expect(createSourceLines('/nowhere.map')(deployed)).toBe(deployed);
});
