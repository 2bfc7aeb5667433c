import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream';
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
      return { child, port };
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
  const server = createServer();
  const port = await listen(server);
  await once(server.close(), 'close');
  return port;
};

const listen = async (server: Server): Promise<number> => {
  await once(server.listen(0, HOST), 'listening');
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
};

/**
 * Passes a connection on to the engine if its first request has the access key id: then all of it is from who knows the id. Web
 * pages do not. They also send an Origin, or the name of their own server as Host.
 * @returns the only address of the engine that clients get
 */
export const startEngineGuard = async (port: number, accessKeyId: string): Promise<string> => {
  const server = createServer({ noDelay: true }, (client) => {
    client.on('error', () => {});
    // Clients send the head of a request at once.
    client.once('data', (begin) => {
      const [head = ''] = begin.toString('latin1').split('\r\n\r\n', 1);
      if (!isAllowed(`${head}\r\n`, accessKeyId)) client.resume().end(REFUSAL);
      else {
        const passed = connect({ host: HOST, port, noDelay: true });
        passed.write(begin);
        // A broken connection ends its counterpart only.
        pipeline(client, passed, client, () => {});
      }
    });
  });
  return `http://${HOST}:${await listen(server)}`;
};

const isAllowed = (head: string, accessKeyId: string): boolean =>
  head.includes(`Credential=${accessKeyId}/`) &&
  !/^origin[ \t]*:/im.test(head) &&
  /^host:[ \t]*(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?[ \t]*\r$/im.test(head);

const REFUSAL = 'HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';
