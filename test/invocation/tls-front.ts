import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { createServer } from 'node:https';
import { join } from 'node:path';

/** An HTTPS address in front of an engine that speaks HTTP. */
export interface TlsFront {
  readonly endpoint: string;
  /** The file of its certificate, for NODE_EXTRA_CA_CERTS. */
  readonly certificate: string;
  readonly close: () => void;
}

/**
 * Starts one, as functions reach DynamoDB through TLS.
 * @param folder where the certificate is kept; OpenSSL makes it
 * @param maxRequestsPerSocket after so many requests it closes a connection; 0 never does
 */
export const startTlsFront = async (
  endpoint: string,
  folder: string,
  maxRequestsPerSocket = 0,
): Promise<TlsFront> => {
  const own = await mkdtemp(join(folder, 'tls-'));
  const [key, certificate] = [join(own, 'key.pem'), join(own, 'certificate.pem')];
  execFileSync(
    'openssl',
    // biome-ignore format: a command line
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1',
      '-subj', '/CN=engine', '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', certificate],
    { stdio: 'ignore' },
  );
  const agent = new Agent({ keepAlive: true });
  const server = createServer(
    { key: readFileSync(key), cert: readFileSync(certificate) },
    (incoming, outgoing) => {
      const { method, url, headers } = incoming;
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
  ).listen(0, '127.0.0.1');
  server.maxRequestsPerSocket = maxRequestsPerSocket;
  await once(server, 'listening');
  const address = server.address();
  return {
    endpoint: `https://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    certificate,
    close: () => {
      agent.destroy();
      server.close();
      server.closeAllConnections();
    },
  };
};
