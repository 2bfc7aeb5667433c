import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { PROTECTIONS } from './protections.ts';

test('what each protection removes is in the code', () => {
  const gone = Object.entries(PROTECTIONS).flatMap(([name, { edits }]) =>
    edits
      .filter(([path, from]) => {
        const code = readFileSync(join(import.meta.dirname, '../../..', path), 'utf8');
        return !code.includes(from);
      })
      .map(([path]) => `${name}: ${path}`),
  );
  expect(gone).toEqual([]);
});
