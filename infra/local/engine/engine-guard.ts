import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { pipeline } from 'node:stream';

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
    // Clients send the head of a request at once.
    client.once('data', (begin) => {
      const [head = ''] = begin.toString('latin1').split('\r\n\r\n', 1);
      if (!isAllowed(`${head}\r\n`, accessKeyId)) client.resume().end(REFUSAL);
      else {
        const passed = connect({ ...engine, noDelay: true });
        passed.write(begin);
        // A broken connection ends its counterpart only.
        pipeline(client, passed, client, () => {});
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`;
};

const isAllowed = (head: string, accessKeyId: string): boolean =>
  head.includes(`Credential=${accessKeyId}/`) &&
  !/^origin[ \t]*:/im.test(head) &&
  /^host:[ \t]*(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?[ \t]*\r$/im.test(head);

const REFUSAL = 'HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';
