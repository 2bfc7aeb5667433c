import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import { pipeline } from 'node:stream';

/** The engine's only address that others are given. */
export interface EngineGuard {
  readonly endpoint: string;
  readonly close: () => void;
}

/**
 * Passes requests on to the engine: those of programs on this machine that know the access key id. Web pages send an
 * Origin, or the name of their own server as Host.
 */
export const startEngineGuard = async (
  engine: { readonly host: string; readonly port: number },
  accessKeyId: string,
): Promise<EngineGuard> => {
  const agent = new Agent({ keepAlive: true });
  const server = createServer((incoming, outgoing) => {
    if (!isAllowed(incoming, accessKeyId)) {
      outgoing.writeHead(403, { 'Content-Type': 'application/x-amz-json-1.0' }).end(REFUSAL);
      return;
    }
    const { method, url: path, headers } = incoming;
    const passed = request({ ...engine, agent, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      // A client that has gone needs no answer.
      pipeline(answer, outgoing, () => {});
    });
    passed.once('error', () => outgoing.destroy());
    // An upload that breaks off ends what was passed on, and nothing else.
    pipeline(incoming, passed, () => {});
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The engine has no port');
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
};

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

const isAllowed = ({ headers }: IncomingMessage, accessKeyId: string): boolean => {
  const [, given = ''] = /Credential=(\w+)\//.exec(headers.authorization ?? '') ?? [];
  return (
    headers.origin === undefined && LOOPBACK.test(headers.host ?? '') && isSame(given, accessKeyId)
  );
};

const isSame = (given: string, expected: string): boolean =>
  given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));

const REFUSAL = JSON.stringify({
  __type: 'com.amazon.coral.service#AccessDeniedException',
  message: 'This engine answers the server that started it, and operators’ commands.',
});
