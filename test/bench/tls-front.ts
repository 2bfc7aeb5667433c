import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';

/** An HTTPS endpoint in front of an engine that only speaks HTTP. */
export interface TlsFront {
  readonly endpoint: string;
  /** The file that clients are to trust: NODE_EXTRA_CA_CERTS. */
  readonly certificate: string;
}

/**
 * Puts TLS in front of an engine, connection by connection, so that keep-alive is the engine's own.
 * Lambda's functions reach DynamoDB by TLS, and a good part of a first request is just that.
 * @param folder where certificate and key are written
 */
export const openTlsFront = async (target: string, folder: string): Promise<TlsFront> => {
  execFileSync(process.execPath, [join(import.meta.dirname, 'certificate.js'), folder]);
  const certificate = join(folder, 'certificate.pem');
  const { hostname, port } = new URL(target);
  const keys = { key: readFileSync(join(folder, 'key.pem')), cert: readFileSync(certificate) };
  const server = createServer(keys, (client) => {
    const engine = connect({ host: hostname, port: Number(port), noDelay: true });
    client.setNoDelay(true);
    client.pipe(engine).pipe(client);
    client.on('error', () => engine.destroy());
    engine.on('error', () => client.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    endpoint: `https://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    certificate,
  };
};
