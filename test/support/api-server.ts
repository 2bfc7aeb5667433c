import { once } from 'node:events';
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { AdmitRequest, AnswerRequest } from '../../infra/local/gateway/answer-request.ts';
import type { AccessLogEntry } from '../../infra/local/gateway/api-listener.ts';
import { startApiServer } from '../../infra/local/gateway/http-server.ts';
import type { GatewayReply, GatewayRequest } from '../../infra/local/gateway/message.ts';
import { errorReply } from '../../infra/local/gateway/replies.ts';

/** A reply in plain text. */
export const ok = (body = 'ok'): GatewayReply => ({
  statusCode: 200,
  headers: [['Content-Type', 'text/plain']],
  body: Buffer.from(body),
});

const closers: (() => Promise<void>)[] = [];

/** Closes the servers of a test. */
export const closeServers = async (): Promise<void> => {
  await Promise.all(closers.splice(0).map((close) => close()));
};

/**
 * Serves an API on the wire, and keeps what it passes on and logs. A request whose `Authorization` is `none` is refused before
 * its body is read.
 */
export const serveApi = async (answer: AnswerRequest = async () => ok(), port = 0) => {
  const requests: GatewayRequest[] = [];
  const accesses: AccessLogEntry[] = [];
  const lines: string[] = [];
  const admit: AdmitRequest = async (head) => {
    if (head.headers.some(([, value]) => value === 'none')) return errorReply('UNAUTHORIZED', head);
    return (whole) => {
      requests.push(whole);
      return answer(whole);
    };
  };
  const options = {
    admit,
    log: (line: string) => lines.push(line),
    accessLog: (entry: AccessLogEntry) => accesses.push(entry),
    outsideStage: async () => undefined,
  };
  const server = await startApiServer(port, options);
  closers.push(server.close);
  return { server, port: server.port, requests, accesses, lines };
};

/** Sends a request. */
export const send = async (
  port: number,
  path: string,
  { body, ...options }: { method?: string; headers?: object; body?: string | Buffer } = {},
): Promise<{ status: number | undefined; headers: IncomingHttpHeaders; body: string }> => {
  const outgoing = request({ port, path, ...options, headers: { ...options.headers } });
  outgoing.end(body);
  const [incoming] = await once(outgoing, 'response');
  return { status: incoming.statusCode, headers: incoming.headers, body: await text(incoming) };
};

/** Sends bytes unchanged, and reads until the connection ends. */
export const sendBytes = async (port: number, bytes: string): Promise<string> => {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  return text(socket);
};
