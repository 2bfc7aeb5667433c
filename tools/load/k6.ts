import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { LocalServer } from '../../test/support/local-server.ts';
import { goCommand } from '../go-program.ts';
import { examplesPlan, type Step } from './examples-plan.ts';

/** A load, and the service that takes it. `apiKey` may be several keys with commas between, used in turn. */
interface Load extends Pick<LocalServer, 'apiKey' | 'baseUrl' | 'quickstartUrl'> {
  /** Requests a second. */
  readonly rate: number;
  /** Seconds. */
  readonly duration: number;
  /** The most requests under way at once. A second's requests are enough while answers take at most a second. */
  readonly clients: number;
}

/** What `mix.ts` sends, as JSON in its environment: k6 cannot read contracts. */
export interface Plan extends Load {
  readonly examples: readonly Step[];
}

/**
 * Sends a load with k6 and `mix.ts`. Returns k6's exit status: 0, 99 if a threshold is exceeded, or
 * another one if it could not run. `options` are k6's own. Ends the process if k6 is not installed.
 */
export const runK6 = async (load: Load, options: readonly string[] = []): Promise<number> => {
  const command = goCommand('k6');
  if (!existsSync(command)) {
    console.error('k6 is missing: run npm run tools -- load once.');
    process.exit(1);
  }
  const words = ['run', '--no-usage-report', ...options, join(import.meta.dirname, 'mix.ts')];
  const plan: Plan = { ...load, examples: examplesPlan() };
  const child = spawn(command, words, {
    env: { ...process.env, PLAN: JSON.stringify(plan) },
    stdio: 'inherit',
  });
  process.once('exit', () => child.kill());
  // A terminal interrupts k6 too, which then reports what it has.
  process.on('SIGINT', () => {});
  const [status] = await once(child, 'close');
  return status ?? 1;
};

/** Starts functions before a load: while they start, no rate can be kept. */
export const warmUpWithK6 = (load: Load): Promise<number> =>
  runK6(load, ['--quiet', '--no-thresholds', '--summary-mode=disabled']);
