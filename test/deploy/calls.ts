import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** A call to an AWS on its way. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** Answers calls at an address of this machine, as long as this process lives. */
export const answerCalls = async (answer: (call: Call) => Promise<Answer>): Promise<string> => {
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    try {
      const answered = await answer({ method, path, headers, body: await buffer(request) });
      response.writeHead(answered.status, answered.headers).end(answered.body);
    } catch {
      response.destroy();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
};

/** What is of a connection, not of the call. */
const OF_CONNECTION =
  /^(accept-encoding|connection|content-encoding|content-length|expect|host|keep-alive|transfer-encoding)$/;

const ofCall = (headers: Iterable<readonly [string, unknown]>): Record<string, string> =>
  Object.fromEntries(
    [...headers]
      .filter(([name]) => !OF_CONNECTION.test(name))
      .map(([name, value]) => [name, String(value)]),
  );

/** Sends a call on. */
export const sendOn = async (
  address: string,
  { method, path, headers, body }: Call,
): Promise<Answer> => {
  const response = await fetch(`${address}${path}`, {
    method,
    headers: ofCall(Object.entries(headers)),
    ...(body.length > 0 && { body }),
  });
  return {
    status: response.status,
    headers: ofCall(response.headers),
    body: await response.bytes(),
  };
};
