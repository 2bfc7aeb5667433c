import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { DeployedStage } from './deployed-stage.ts';
import { KNOWN_DIFFERENCES } from './known-differences.ts';
import { run, TEMPORARY } from './processes.ts';

const ROOT = join(import.meta.dirname, '../..');

/** What jest writes with --json. */
const report = z.object({
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

/**
 * Runs the end-to-end suite against a stage, and prints how many tests passed. Those that MiniStack
 * cannot pass run too: one that passes after all must leave the list.
 * @throws Error with what failed, or passed, that should not have
 */
export const runEndToEnd = async (stage: DeployedStage): Promise<void> => {
  const file = join(TEMPORARY, `${stage.stackName}-e2e.json`);
  const words = ['run', '--silent', 'jest', '--', '--selectProjects', 'e2e', '--json'];
  const { output } = await run('npm', [...words, '--outputFile', file], {
    cwd: ROOT,
    env: {
      ...process.env,
      BASE_URL: stage.baseUrl,
      QUICKSTART_URL: stage.quickstartUrl,
      API_KEY: stage.apiKey,
      READ_ONLY_API_KEY: stage.readOnlyKey,
    },
  });
  const parsed = report.safeParse(readJson(file));
  if (!parsed.success) throw new Error(`${stage.stackName}: the suite did not run.\n${output}`);
  const tests = parsed.data.testResults.flatMap(({ assertionResults }) => assertionResults);

  const different = new Set(Object.values(KNOWN_DIFFERENCES).flat());
  const passed = new Set(tests.filter(({ status }) => status === 'passed').map((t) => t.fullName));
  const faults = tests
    .filter(({ fullName }) => !passed.has(fullName) && !different.has(fullName))
    .map(({ fullName, failureMessages }) => `${fullName}\n${failureMessages.join('\n')}`);
  const names = new Set(tests.map(({ fullName }) => fullName));
  for (const name of different) {
    if (passed.has(name)) faults.push(`It passes now: take it from known-differences.ts: ${name}`);
    if (!names.has(name)) faults.push(`There is no such test: ${name}`);
  }
  if (faults.length > 0) throw new Error(`${stage.stackName}:\n${faults.join('\n\n')}`);
  process.stdout.write(
    `${passed.size} of ${tests.length} pass, ${different.size} fail as known ... `,
  );
};

const readJson = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
};
