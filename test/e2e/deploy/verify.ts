import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import * as z from 'zod';
import type { DeployedStage } from './deployed-stage.ts';
import { expectKnown } from './known-differences.ts';
import type { MiniStack } from './ministack.ts';

const MAIN = join(import.meta.dirname, '../../../infra/verify/main.ts');

const Findings = z.array(z.object({ name: z.string(), agrees: z.boolean(), seen: z.string() }));

/** Starts what `npm run verify` starts. */
export const startVerify = ({ environment }: MiniStack, stage: DeployedStage, env = {}) =>
  spawn(process.execPath, [MAIN, '--stage', stage.name, '--json', '--base-url', stage.baseUrl], {
    env: { ...environment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/**
 * Verifies a stage, and expects only MiniStack's known differences to be reported.
 * @param others further findings that are expected
 * @throws Error with each finding that is missing or not expected
 */
export const expectVerified = async (
  ministack: MiniStack,
  stage: DeployedStage,
  others: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): Promise<void> => {
  const child = startVerify(ministack, stage, env);
  const [output, problems, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  // MiniStack has known differences: 0 would mean that nothing was checked.
  if (status !== 1 || output === '') throw new Error(`verify ended with ${status}.\n${problems}`);
  expectKnown(Findings.parse(JSON.parse(output)), others);
};
