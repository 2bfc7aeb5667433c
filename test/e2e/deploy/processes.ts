import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

const running = new Set<ChildProcess>();

process.once('exit', () => {
  for (const child of running) endGroup(child);
});

/** Each child leads its own group, so that its children end with it. */
const endGroup = ({ pid }: ChildProcess): void => {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
};

export interface StartOptions {
  readonly env: NodeJS.ProcessEnv;
  /** @default this process's own */
  readonly cwd?: string;
}

/** Starts a program that ends when this process ends, and collects what it prints. */
export const start = (command: string, words: readonly string[], options: StartOptions) => {
  const child = spawn(command, words, {
    ...options,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('close', () => running.delete(child));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  return { child, output: () => output };
};

/** Runs a program to its end. */
export const run = async (command: string, words: readonly string[], options: StartOptions) => {
  const { child, output } = start(command, words, options);
  const [status] = await once(child, 'close');
  return { status: Number(status ?? 1), output: output() };
};
