import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import * as z from 'zod';
import type { Service } from './facts/ask.ts';

const ROOT = join(import.meta.dirname, '../..');

/** What jest writes with --json. */
const Report = z.object({
  numRuntimeErrorTestSuites: z.literal(0),
  testResults: z.array(
    z.object({
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()),
        }),
      ),
    }),
  ),
});

/** One test of the suite. */
export interface TestResult {
  readonly name: string;
  readonly passed: boolean;
  /** Why it did not pass. */
  readonly message: string;
}

export interface EndToEndOptions {
  /** Options of jest. */
  readonly words: readonly string[];
  /** Ends the suite. @default never */
  readonly signal?: AbortSignal;
}

/**
 * Runs the end-to-end suite against a service.
 * @throws Error with what it printed if it did not run
 */
export const runEndToEnd = async (
  { baseUrl, quickstartUrl, apiKey, readOnlyKey }: Service & { readonly quickstartUrl: string },
  { words, signal }: EndToEndOptions,
): Promise<readonly TestResult[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'pet-store-verify-'));
  const file = join(folder, 'report.json');
  try {
    const jest = ['run', '--silent', 'jest', '--', ...words, '--selectProjects', 'e2e'];
    const child = spawn('npm', [...jest, '--json', '--outputFile', file], {
      cwd: ROOT,
      env: {
        ...process.env,
        BASE_URL: baseUrl,
        QUICKSTART_URL: quickstartUrl,
        API_KEY: apiKey,
        READ_ONLY_API_KEY: readOnlyKey,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
      ...(signal && { signal }),
    });
    const [output] = await Promise.all([text(child.stderr), once(child, 'close')]);
    const report = Report.safeParse(await readJson(file));
    if (!report.success) throw new Error(`The end-to-end suite did not run.\n${output}`);
    return report.data.testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status !== 'pending')
      .map(({ fullName, status, failureMessages }) => ({
        name: fullName,
        passed: status === 'passed',
        message: failureMessages.join('\n'),
      }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const readJson = async (file: string): Promise<unknown> => {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return undefined;
  }
};
