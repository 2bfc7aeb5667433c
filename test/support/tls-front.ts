import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { listen } from './listen.ts';

/** An HTTPS address in front of an engine that speaks HTTP. */
export interface TlsFront {
  readonly endpoint: string;
  /** The file of its certificate, for NODE_EXTRA_CA_CERTS. */
  readonly certificate: string;
  readonly close: () => void;
}

/** Made for 127.0.0.1, for a hundred years: its key is not a secret. */
const certificate = join(import.meta.dirname, 'tls/certificate.pem');
const key = join(import.meta.dirname, 'tls/key.pem');

/**
 * Starts one, as functions use DynamoDB over TLS.
 * @param maxRequestsPerSocket it closes a connection after this many requests; 0 never does
 */
export const startTlsFront = async (
  endpoint: string,
  maxRequestsPerSocket = 0,
): Promise<TlsFront> => {
  const server = createServer(
    { key: readFileSync(key), cert: readFileSync(certificate) },
    (incoming, outgoing) => {
      const { method, url, headers } = incoming;
      const onward = request(
        new URL(url ?? '/', endpoint),
        // The engine accepts only its own host name. It may be about to close a connection that is kept.
        { method, headers: { ...headers, host: new URL(endpoint).host }, agent: false },
        (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
        },
      );
      incoming.pipe(onward.once('error', () => outgoing.destroy()));
    },
  );
  server.maxRequestsPerSocket = maxRequestsPerSocket;
  const { endpoint: address, close } = await listen(server);
  return { endpoint: address.replace('http:', 'https:'), certificate, close };
};
