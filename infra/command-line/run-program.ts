import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

/** Not in the system's temporary folder: others may write there. */
const COMPILED = join(import.meta.dirname, '../../node_modules/.cache/node');

/** Makes Node cache compiled code, for this process and for those that it starts. */
export const keepCompiledCode = (): void => {
  process.env['NODE_COMPILE_CACHE'] ??= COMPILED;
  enableCompileCache(process.env['NODE_COMPILE_CACHE']);
};

/**
 * Runs a command. From the second time on Node's compile cache saves a third of the time. The
 * command goes on when the reader of its output ends, as `head` does.
 * @param command the URL of its module
 */
export const runProgram = async (command: URL): Promise<void> => {
  keepCompiledCode();
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (code !== 'EPIPE') process.exitCode = 1;
    });
  }
  await import(command.href);
};
