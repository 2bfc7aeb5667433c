import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { AccessLogEntry } from './access-log.ts';
import type { GatewayReply, GatewayRequest, Header } from './gateway-message.ts';
import type { GatewayResponseType } from './gateway-response-types.ts';
import { renderGatewayResponse } from './gateway-responses.ts';
import { sendRawReply, sendReply } from './http-reply.ts';
import { readBody, requestHead, unparsedRequest } from './http-request.ts';
import type { RestApi } from './rest-api.ts';
import { createStageHandler, pathInStage, type StageHandlerOptions } from './stage-handler.ts';

/** What an API needs from outside to be served. */
export interface ApiListenerOptions extends StageHandlerOptions {
  /** Gets one entry for each request. */
  readonly accessLog: (entry: AccessLogEntry) => void;
  /** Answers what is not of the stage; undefined leaves it to RESOURCE_NOT_FOUND. */
  readonly outsideStage?: (request: GatewayRequest) => Promise<GatewayReply | undefined>;
}

/** Answers what a Node HTTP server receives as one API does. */
export interface ApiListener {
  /** Answers one request; `keepsOpen` is asked at its end whether the connection may stay. */
  answer(incoming: IncomingMessage, response: ServerResponse, keepsOpen: () => boolean): void;
  /** Answers what Node did not parse as a request, by default with DEFAULT_4XX, and closes the connection. */
  refuseUnparsed(socket: Duplex, answer?: GatewayReply): void;
}

/** Creates the listener of one API. Whatever goes wrong in it is logged and answered with DEFAULT_5XX. */
export function createApiListener(api: RestApi, options: ApiListenerOptions): ApiListener {
  const handle = createStageHandler(api, options);
  const inFlight = new WeakMap<Duplex, { readonly head: GatewayRequest; status: number }>();

  const replyTo = async (incoming: IncomingMessage, head: GatewayRequest) => {
    const refuse = (type: GatewayResponseType) =>
      withIds(renderGatewayResponse(api, type, head), head);
    if (!hasOneHost(head)) return refuse('DEFAULT_4XX');
    if (pathInStage(head.path, api.stage.name) === undefined) {
      return (await options.outsideStage?.(head)) ?? refuse('RESOURCE_NOT_FOUND');
    }
    const body = await readBody(incoming);
    return body ? withIds(await handle({ ...head, body }), head) : refuse('REQUEST_TOO_LARGE');
  };

  const answer: ApiListener['answer'] = async (incoming, response, keepsOpen) => {
    const startedAt = performance.now();
    const head = requestHead(incoming);
    const unanswered = { head, status: 499 };
    inFlight.set(incoming.socket, unanswered);
    response.once('close', () => {
      if (inFlight.get(incoming.socket) === unanswered) inFlight.delete(incoming.socket);
      const status = response.headersSent ? response.statusCode : unanswered.status;
      options.accessLog(entryOf(head, status, performance.now() - startedAt));
    });
    const send = (reply: GatewayReply) => sendReply(response, reply, keepsOpen());
    try {
      send(await replyTo(incoming, head));
    } catch (error) {
      if (response.destroyed) return;
      options.log(error instanceof Error ? String(error.stack) : String(error));
      if (response.headersSent) response.destroy();
      else send(renderGatewayResponse(api, 'DEFAULT_5XX', head));
    }
  };

  const refuseUnparsed: ApiListener['refuseUnparsed'] = (socket, answer) => {
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    // Broken in its body, it is a request that is being answered already and is logged when that ends.
    const unanswered = inFlight.get(socket);
    const head = unanswered?.head ?? unparsedRequest(socket);
    const reply = answer ?? renderGatewayResponse(api, 'DEFAULT_4XX', head);
    sendRawReply(socket, reply);
    if (unanswered) unanswered.status = reply.statusCode;
    else options.accessLog(entryOf(head, reply.statusCode, 0));
  };

  return { answer, refuseUnparsed };
}

/** API Gateway names a request in each of its answers. AWS knowledge center, "Collect API Gateway extended request IDs". */
function withIds(reply: GatewayReply, { requestId, extendedRequestId }: GatewayRequest) {
  const ids: Header[] = [
    ['x-amzn-RequestId', requestId],
    ['x-amz-apigw-id', extendedRequestId],
  ];
  return { ...reply, headers: [...reply.headers, ...ids] };
}

/** RFC 9112, section 3.2: a request with no Host, two, or one that is no host is a bad one. */
function hasOneHost({ headers }: GatewayRequest): boolean {
  const hosts = headers.filter(([name]) => name.toLowerCase() === 'host').map(([, host]) => host);
  return hosts.length === 1 && HOST.test(hosts[0] ?? '');
}

const HOST = /^(?:[\w.-]+|\[[\da-fA-F:.]+\])(?::\d{1,5})?$/;

function entryOf(head: GatewayRequest, status: number, ms: number): AccessLogEntry {
  const { httpMethod: method, path, requestId } = head;
  return { method, path, status, ms: Math.round(ms), requestId };
}
