import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { StartupError } from '../../command-line/errors.ts';

const HOST = '127.0.0.1';

/** How long one attempt may take, in ms. It takes a tenth of a second, and more on a busy machine. */
const START_LIMIT_MS = 10_000;

/**
 * Starts Dynoxide on any port of this machine. Another program may take the port before the engine does, so it tries three
 * ports.
 * @throws StartupError with what the program printed
 */
export const startEngineProcess = async (binary: string, file: string) => {
  for (let left = 2; ; left -= 1) {
    const port = await freePort();
    const args = ['serve', '--host', HOST, '--port', String(port), '--db-path', file];
    const child = spawn(binary, args, { stdio: ['ignore', 'ignore', 'pipe'], windowsHide: true });
    const listening = Promise.withResolvers<void>();
    let last = `it does not listen after ${START_LIMIT_MS} ms`;
    createInterface({ input: child.stderr }).on('line', (line) => {
      last = line;
      if (line.includes('listening on')) listening.resolve();
    });
    child.once('error', listening.reject);
    child.once('close', () => listening.reject(last));
    const limit = setTimeout(() => child.kill('SIGKILL'), START_LIMIT_MS);
    try {
      await listening.promise;
      return { child, host: HOST, port };
    } catch (error) {
      if (left > 0) continue;
      throw new StartupError(
        `The engine does not start with ${file} (${error}): check its disk and start again, or choose another folder with --data-dir.`,
      );
    } finally {
      clearTimeout(limit);
    }
  }
};

/** A free port of 127.0.0.1. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, HOST);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
};
