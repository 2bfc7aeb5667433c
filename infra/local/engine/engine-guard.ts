import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { allowedRequests } from './allowed-requests.ts';

/**
 * Passes requests on to the engine if they have the access key id. Web pages cannot get through:
 * they send an Origin, or the name of their own server as Host. Its endpoint is the only address of the engine that clients get.
 */
export const startEngineGuard = async (
  engine: { readonly host: string; readonly port: number },
  accessKeyId: string,
) => {
  const clients = new Set<Socket>();
  const server = createServer({ noDelay: true }, (client) => {
    clients.add(client);
    client.once('close', () => clients.delete(client));
    passOn(client, connect({ ...engine, noDelay: true }), accessKeyId);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The guard has no port');
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    close: (): void => {
      server.close();
      for (const client of clients) client.destroy();
    },
  };
};

const passOn = (client: Socket, engine: Socket, accessKeyId: string): void => {
  const allowed = allowedRequests(accessKeyId);
  client.pipe(allowed).pipe(engine).pipe(client);
  allowed.once('error', () => {
    engine.unpipe(client);
    client.end(REFUSAL);
    // The rest of its data is ignored.
    client.resume();
    engine.destroy();
  });
  // A broken connection ends its counterpart only.
  client.on('error', () => {}).once('close', () => engine.destroy());
  engine
    .on('error', () => {})
    .once('close', () => {
      if (!client.writableEnded) client.destroy();
    });
};

const BODY = JSON.stringify({
  __type: 'com.amazon.coral.service#AccessDeniedException',
  message: 'This engine answers the server that started it, and operators’ commands.',
});

const REFUSAL = [
  'HTTP/1.1 403 Forbidden',
  'Content-Type: application/x-amz-json-1.0',
  `Content-Length: ${Buffer.byteLength(BODY)}`,
  'Connection: close',
  '',
  BODY,
].join('\r\n');
