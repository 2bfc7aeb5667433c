import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const PACKAGE = join(import.meta.dirname, '..');

const IMPORT = /^(?:import|export) (?!type).*?from '([^.][^']*)'/gms;

test('what the sources import is among the dependencies, as there is no other package around an installed one', () => {
  const sources = globSync('src/**/*.ts', { cwd: PACKAGE });
  const imported = sources.flatMap((file) =>
    [...readFileSync(join(PACKAGE, file), 'utf8').matchAll(IMPORT)].map(([, name = '']) => name),
  );
  const { dependencies } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));
  const others = new Set(imported.filter((name) => !name.startsWith('node:')));
  expect(Object.keys(dependencies)).toEqual(expect.arrayContaining([...others]));
  expect([...others]).toContain('zod');
});
