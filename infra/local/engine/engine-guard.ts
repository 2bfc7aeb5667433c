import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

const MAX_HEAD_BYTES = 16 * 1024;

/**
 * Passes a connection on to the engine if its first request has the access key id: then all of it is from who knows the id. Web
 * pages do not. They also send an Origin, or the name of their own server as Host.
 * @returns the only address of the engine that clients get
 */
export const startEngineGuard = async (
  engine: { readonly host: string; readonly port: number },
  accessKeyId: string,
) => {
  const server = createServer({ noDelay: true }, (client) => {
    client.on('error', () => {});
    let head = Buffer.alloc(0);
    const readHead = (chunk: Buffer): void => {
      head = Buffer.concat([head, chunk]);
      const end = head.indexOf('\r\n\r\n');
      if (end < 0 && head.length < MAX_HEAD_BYTES) return;
      client.off('data', readHead);
      if (isAllowed(head.toString('latin1', 0, end + 2), accessKeyId)) {
        passOn(client, head, connect({ ...engine, noDelay: true }));
      } else client.resume().end(REFUSAL);
    };
    client.on('data', readHead);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`;
};

const isAllowed = (head: string, accessKeyId: string): boolean =>
  head.includes(`Credential=${accessKeyId}/`) &&
  !/^origin[ \t]*:/im.test(head) &&
  /^host:[ \t]*(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?[ \t]*\r$/im.test(head);

/** A broken connection ends its counterpart only. */
const passOn = (client: Socket, head: Buffer, engine: Socket): void => {
  engine.write(head);
  client.pipe(engine).pipe(client);
  client.once('close', () => engine.destroy());
  engine
    .on('error', () => {})
    .once('close', () => {
      if (!client.writableEnded) client.destroy();
    });
};

const REFUSAL = 'HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';
