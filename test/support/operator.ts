import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { ROOT } from './project.ts';

/** Starts what `npm run operator --` starts, or another program like it. */
export const startOperator = (
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
  program = 'infra/operator/main.ts',
) =>
  spawn(process.execPath, [program, ...args], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** Waits for a command's end. Returns what it printed, and its exit status. */
export const resultOf = async (child: ReturnType<typeof startOperator>) => {
  const [output, problems, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { output, problems, status: status as number | null };
};

/** Runs a command to its end. */
export const operator = (...command: Parameters<typeof startOperator>) =>
  resultOf(startOperator(...command));
