import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { patternsOf } from '../../infra/operator/logs/log-filter.ts';
import { codeBlocks } from '../support/page-calls.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { runFunction } from './runtime-client/run-function.ts';

/** The queries of the runbook for functions that stopped, and the pattern of `--level error`. */
const QUERIES = [
  ...codeBlocks('RUNBOOK.md').flatMap(({ text }) =>
    [...text.matchAll(/operator logs --text '([^']*Init[^']*)'/g)].map(([, query = '']) => query),
  ),
  ...patternsOf({ level: 'error' }),
];

/** What a function without an answer leaves in the log: lines of AWS's runtime client, and Lambda's own about its process. */
const linesOf = async (code: string): Promise<readonly string[]> => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'index.mjs'), code);
  const running = runFunction(
    { name: 'stopped', folder, handler: 'index.handler', memorySize: 128, timeoutMs: 10_000 },
    { environment: {} },
  );
  const result = await running.invoke({});
  await running.close();
  return result.kind === 'error' && result.errorType === 'Runtime.ExitError'
    ? [...running.lines, `RequestId: 1 Error: ${result.errorMessage}`]
    : running.lines;
};

test.each([
  ['does not load', true, "throw new Error('Stray');"],
  ['has no handler', true, 'export const other = 1;'],
  [
    'throws where nobody waits',
    true,
    "export const handler = () => new Promise(() => setTimeout(() => { throw new Error('Stray'); }));",
  ],
  [
    'rejects where nobody waits',
    true,
    "export const handler = () => { Promise.reject(new Error('Stray')); return new Promise(() => {}); };",
  ],
  ['exits', true, 'export const handler = () => process.exit(1);'],
  [
    'throws, as the authorizer for 401',
    false,
    "export const handler = () => { throw new Error('Unauthorized'); };",
  ],
])('the runbook’s queries find a function that %s: %p', async (_what, isFound, code) => {
  const lines = await linesOf(code);
  expect(QUERIES).toHaveLength(2);
  for (const query of QUERIES) {
    expect(lines.some((line) => new RegExp(query).test(line))).toBe(isFound);
    expect(query).not.toContain('Uncaught');
  }
});
