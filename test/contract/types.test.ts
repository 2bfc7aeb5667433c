import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { operations } from '../../functions/operations.ts';
import type { Contract } from '../../lib/http/contract.ts';

const folder = mkdtempSync(join(tmpdir(), 'pet-store-types-'));
afterAll(() => rmSync(folder, { recursive: true }));

const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');

test('the committed types are what the document says, or else: npm run generate', () => {
  const output = join(folder, 'openapi.d.ts');
  execFileSync(process.execPath, ['generate-types.js', '--output', output], {
    cwd: import.meta.dirname,
  });
  expect(readFileSync(output, 'utf8')).toBe(read('packages/client/src/openapi.ts'));
});

test('every integer of a success is an int64, as the client reads each as a bigint', () => {
  const { Error: _error, ...successes } = JSON.parse(read('infra/docs/openapi/openapi.json'))
    .components.schemas;
  const integers: unknown[] = [];
  JSON.parse(JSON.stringify(successes), (_key, value: { type?: unknown } | null) => {
    if (value?.type === 'integer') integers.push(value);
    return value;
  });
  expect(integers).not.toEqual([]);
  for (const integer of integers) expect(integer).toMatchObject({ format: 'int64' });
});

test.each(operations.map((contract) => [contract.operationId, contract] as const))(
  'the client has a method %s, which editors mark as its contract does',
  (operationId, { api, stability, deprecation }: Contract) => {
    const file = api === 'quickstart' ? 'quickstart' : 'pet-store';
    const source = read(`packages/client/src/${file}.ts`);
    const place = source.search(new RegExp(`^  (?:async )?${operationId}\\(`, 'm'));
    if (place < 0) {
      throw new Error(
        `Add the method ${operationId} to packages/client/src/${file}.ts: CONTRIBUTING.md says how`,
      );
    }
    const comment = source.slice(source.lastIndexOf('/**', place), place);
    expect(comment.includes('@beta')).toBe(stability === 'beta');
    expect(comment.includes('@deprecated')).toBe(deprecation !== undefined);
  },
);
