import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { firstLine } from '../../command-line/startup-error.ts';

/** The engine's program while it runs. */
export interface EngineProcess {
  readonly child: ChildProcess;
  readonly host: string;
  readonly port: number;
}

/**
 * Starts Dynoxide, which answers everybody who reaches it. So it listens at an address that nobody can find by trying: one
 * of 16 million loopback addresses, and any port. macOS has only one such address; there it is the port alone.
 * @throws Error with what the program printed, if it ends
 */
export const startEngineProcess = async (
  binary: string,
  file: string,
  choosePort: (host: string) => Promise<number> = freePort,
): Promise<EngineProcess> => {
  for (let left = TRIES - 1; ; left -= 1) {
    try {
      return await startAtPort(binary, file, choosePort);
    } catch (error) {
      // The engine wants a port that no other program uses at any address; the system looks at one address only.
      if (left === 0 || !firstLine(error).includes('already in use')) throw error;
    }
  }
};

/** Ports to try. One of a thousand is in use at another address where thirty programs listen. */
const TRIES = 10;

const startAtPort = async (
  binary: string,
  file: string,
  choosePort: (host: string) => Promise<number>,
): Promise<EngineProcess> => {
  const host = process.platform === 'darwin' ? '127.0.0.1' : randomLoopback();
  const port = await choosePort(host);
  const args = ['serve', '--host', host, '--port', String(port), '--db-path', file];
  const child = spawn(binary, args, { stdio: ['ignore', 'ignore', 'pipe'], windowsHide: true });
  const listening = Promise.withResolvers<void>();
  let last = '';
  createInterface({ input: child.stderr }).on('line', (line) => {
    last = line;
    if (line.includes('listening on')) listening.resolve();
  });
  child.once('error', listening.reject);
  child.once('close', () => listening.reject(new Error(last)));
  await listening.promise;
  return { child, host, port };
};

const randomLoopback = (): string =>
  `127.${randomInt(1, 255)}.${randomInt(0, 256)}.${randomInt(1, 255)}`;

/** The engine cannot choose one itself, as it does not print which. */
const freePort = async (host: string): Promise<number> => {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port');
  return address.port;
};
