import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { getPet } from '../../functions/get-pet/contract.ts';
import { listPets } from '../../functions/list-pets/contract.ts';
import { removalWarning } from '../../infra/removal-warning.ts';

test.each(['2026-11-20', '2030-09-05T23:59:59Z'])('says nothing on %s', (now) => {
  expect(removalWarning(getPet, new Date(now))).toBeUndefined();
});

test.each(['2030-09-06', '2030-12-05', '2031-01-01'])('warns on %s', (now) => {
  expect(removalWarning(getPet, new Date(now))).toMatch(/^getPet is to be removed on 2030-12-05/);
});

test('never warns of an operation that stays', () => {
  expect(removalWarning(listPets, new Date('2099-01-01'))).toBeUndefined();
});

test.each([
  ['2030-11-01', [expect.stringContaining('getPet is to be removed on 2030-12-05')]],
  ['2030-09-01', []],
])('synthesis on %s warns of %p', (now, expected) => {
  const program = join(import.meta.dirname, '../support/warnings-of-synthesis.ts');
  const output = execFileSync(process.execPath, [program, now], { encoding: 'utf8' });
  expect(JSON.parse(output)).toEqual(expected);
});
