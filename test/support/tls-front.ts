import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createServer } from 'node:https';
import { join } from 'node:path';

/** An HTTPS address in front of an engine that speaks HTTP. */
export interface TlsFront {
  readonly endpoint: string;
  /** The file of its certificate, for NODE_EXTRA_CA_CERTS. */
  readonly certificate: string;
  /** How many connections were ready for requests so far, and how many requests came. */
  readonly seen: () => { readonly connections: number; readonly requests: number };
  /** The session token that each request came with. */
  readonly sessionTokens: () => readonly unknown[];
  /** Closes all connections, and goes on to take new ones. */
  readonly drop: () => void;
  readonly close: () => void;
  /** Opens it anew after `close`, at the same address. */
  readonly reopen: () => Promise<void>;
}

/** Made for 127.0.0.1, for a hundred years: its key is no secret. */
const certificate = join(import.meta.dirname, 'tls/certificate.pem');
const key = join(import.meta.dirname, 'tls/key.pem');

/**
 * Starts one, as functions reach DynamoDB through TLS.
 * @param maxRequestsPerSocket after so many requests it closes a connection; 0 never does
 */
export const startTlsFront = async (
  endpoint: string,
  maxRequestsPerSocket = 0,
): Promise<TlsFront> => {
  const agent = new Agent({ keepAlive: true });
  const sessionTokens: unknown[] = [];
  let [connections, requests] = [0, 0];
  const server = createServer(
    { key: readFileSync(key), cert: readFileSync(certificate) },
    (incoming, outgoing) => {
      requests += 1;
      const { method, url, headers } = incoming;
      sessionTokens.push(headers['x-amz-security-token']);
      const onward = request(
        new URL(url ?? '/', endpoint),
        { method, headers, agent },
        (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
        },
      );
      incoming.pipe(onward);
    },
  );
  server.maxRequestsPerSocket = maxRequestsPerSocket;
  server.on('secureConnection', () => {
    connections += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    endpoint: `https://127.0.0.1:${port}`,
    certificate,
    seen: () => ({ connections, requests }),
    sessionTokens: () => sessionTokens,
    drop: () => server.closeAllConnections(),
    close: () => {
      agent.destroy();
      server.close();
      server.closeAllConnections();
    },
    reopen: async () => {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
  };
};
