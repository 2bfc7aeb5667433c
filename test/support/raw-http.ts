import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { parseJson } from '../../lib/values/json.ts';
import { type Answer, type Service, serviceUnderTest } from './client.ts';

/**
 * Sends a text unchanged, where an HTTP client would refuse to, and reads the answer until the
 * connection ends. `{host}` and `{base}` are replaced by the host and path of the base address.
 */
export const sendRaw = async (
  request: string,
  { baseUrl }: Pick<Service, 'baseUrl'> = serviceUnderTest(),
): Promise<Answer> => {
  const { protocol, hostname, host, port, pathname } = new URL(baseUrl);
  const socket =
    protocol === 'https:'
      ? connectTls({ host: hostname, port: Number(port || 443), servername: hostname })
      : connect({ host: hostname, port: Number(port || 80) });
  socket.write(request.replaceAll('{host}', host).replaceAll('{base}', pathname));
  const [head = '', ...rest] = (await text(socket)).split('\r\n\r\n');
  const [line = '', ...fields] = head.split('\r\n');
  const body = rest.join('\r\n\r\n');
  return {
    status: Number(line.split(' ')[1]),
    headers: new Headers(
      fields.map((field): [string, string] => {
        const [name = '', ...value] = field.split(':');
        return [name, value.join(':').trim()];
      }),
    ),
    text: body,
    body: parseJson(body),
  };
};
