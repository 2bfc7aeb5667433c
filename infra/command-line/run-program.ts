import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

/** Not in the system's temporary folder: others may write there. */
const COMPILED = join(import.meta.dirname, '../../node_modules/.cache/node');

/** Has Node keep the compiled code of what this process loads from now on, and of the processes that it starts. */
export const keepCompiledCode = (): void => {
  process.env['NODE_COMPILE_CACHE'] ??= COMPILED;
  enableCompileCache(process.env['NODE_COMPILE_CACHE']);
};

/**
 * Runs a command: with compiled code that is kept, half of the time from the second run on, and without a stack trace
 * when a reader such as `head` has seen enough.
 * @param command the URL of its module
 */
export const runProgram = async (command: URL): Promise<void> => {
  keepCompiledCode();
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    process.exitCode ??= code === 'EPIPE' ? 0 : 1;
  });
  await import(command.href);
};
