import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type AdmitRequest, pathInStage } from './answer-request.ts';
import { sendRawReply, sendReply } from './http-reply.ts';
import {
  type GatewayReply,
  type Header,
  type RequestFacts,
  type RequestHead,
  requestHead,
  unparsedRequest,
} from './message.ts';
import { EDGE_REPLIES, errorReply } from './replies.ts';
import { announcesTooLarge, hasUnknownCoding, readBody } from './request-bodies.ts';

/** One request for the access log: neither its query string nor any header or body. */
export interface AccessLogEntry extends RequestFacts {
  /** `-` when the request could not be parsed; then `path` is `-` too. */
  readonly method: string;
  readonly path: string;
  /** 499 when the client left before it was answered. */
  readonly status: number;
  readonly ms: number;
  readonly requestId: string;
  readonly extendedRequestId: string;
}

/** What an API needs to be served. */
export interface ApiListenerOptions {
  readonly admit: AdmitRequest;
  /** Gets why an answer failed. */
  readonly log: (line: string) => void;
  /** Gets one entry for each request. */
  readonly accessLog: (entry: AccessLogEntry) => void;
  /** Answers a request for a path outside the stage; undefined leaves it to the gateway, which answers 403. */
  readonly outsideStage: (head: RequestHead) => Promise<GatewayReply | undefined>;
}

interface Exchange {
  readonly head: RequestHead;
  readonly facts: RequestFacts;
  readonly response: ServerResponse;
}

/**
 * Answers the requests of a Node HTTP server as one API does. Every failure in it is logged and answered with DEFAULT_5XX.
 */
export const createApiListener = (options: ApiListenerOptions) => {
  /** In the order of arrival: a client may send the next request before this one is answered. */
  const inFlight = new WeakMap<Duplex, Exchange[]>();
  /** Connections that take no further request. */
  const ending = new WeakSet<Duplex>();

  const replyTo = async ({ head, facts, response }: Exchange): Promise<GatewayReply> => {
    if (announcesTooLarge(response.req)) return EDGE_REPLIES.bodyTooLarge;
    if (hasUnknownCoding(response.req)) return EDGE_REPLIES.notImplemented;
    if (!hasOneHost(head)) {
      facts.responseType = 'DEFAULT_4XX';
      return withIds(errorReply('DEFAULT_4XX', head), head);
    }
    if (pathInStage(head.path) === undefined) {
      return (await options.outsideStage(head)) ?? EDGE_REPLIES.notOfTheStage;
    }
    const admitted = await options.admit(head, facts);
    if (typeof admitted !== 'function') return withIds(admitted, head);
    const body = await readBody(response);
    if (body === undefined) return EDGE_REPLIES.bodyTooLarge;
    return withIds(await admitted({ ...head, body }), head);
  };

  /** Answers one request; `keepsOpen` is asked at its end whether the connection may stay. */
  const answer = async (
    incoming: IncomingMessage,
    response: ServerResponse,
    keepsOpen: () => boolean,
  ): Promise<void> => {
    const startedAt = performance.now();
    const { socket } = incoming;
    const exchange: Exchange = { head: requestHead(incoming), facts: {}, response };
    const exchanges = inFlight.get(socket) ?? [];
    inFlight.set(socket, exchanges);
    exchanges.push(exchange);
    response.once('close', () => {
      exchanges.splice(exchanges.indexOf(exchange), 1);
      const status = response.headersSent ? response.statusCode : 499;
      options.accessLog(entryOf(exchange, status, performance.now() - startedAt));
    });
    const send = (reply: GatewayReply) => {
      // The request is refused already if its body was broken.
      if (response.headersSent) return;
      const takesNoMore = ending.has(socket) || socket.readableEnded;
      const endsHere = takesNoMore && exchanges.at(-1) === exchange;
      sendReply(response, reply, keepsOpen() && !endsHere);
    };
    try {
      send(await replyTo(exchange));
    } catch (error) {
      if (response.destroyed) return;
      const reason = error instanceof Error ? String(error.stack) : String(error);
      options.log(`${exchange.head.requestId} ${reason}`);
      if (response.headersSent) response.destroy();
      else send(errorReply('DEFAULT_5XX', exchange.head));
    }
  };

  /** Answers a request that Node could not parse, by default with DEFAULT_4XX, and closes the connection. */
  const refuseUnparsed = (socket: Duplex, given?: GatewayReply): void => {
    if (ending.has(socket)) return;
    ending.add(socket);
    const last = inFlight.get(socket)?.at(-1);
    if (last?.response.req.complete) {
      // A complete request gets its answer, even if broken bytes follow it.
      last.response.once('close', () => socket.end(() => socket.destroy()));
      return;
    }
    const head = last?.head ?? unparsedRequest(socket);
    const reply = given ?? errorReply('DEFAULT_4XX', head);
    if (last) {
      // The request broke off in its body. Its answer waits for those of the requests before it.
      if (!last.response.headersSent) sendReply(last.response, reply, false);
      last.response.end();
    } else if (socket.writable) {
      sendRawReply(socket, reply);
      options.accessLog(entryOf({ head, facts: {} }, reply.statusCode, 0));
    } else socket.destroy();
  };

  return { answer, refuseUnparsed };
};

/** API Gateway puts request ids into each answer. AWS knowledge center, "Collect API Gateway extended request IDs". */
const withIds = (reply: GatewayReply, { requestId, extendedRequestId }: RequestHead) => {
  const ids: Header[] = [
    ['x-amzn-RequestId', requestId],
    ['x-amz-apigw-id', extendedRequestId],
  ];
  return { ...reply, headers: [...reply.headers, ...ids] };
};

/** RFC 9112, section 3.2: a request with no Host, two, or one that is not a host is a bad request. */
const hasOneHost = ({ headers }: RequestHead): boolean => {
  const hosts = headers.filter(([name]) => name.toLowerCase() === 'host').map(([, host]) => host);
  return hosts.length === 1 && HOST.test(hosts[0] ?? '');
};

const HOST = /^(?:[\w.-]+|\[[\da-fA-F:.]+\])(?::\d{1,5})?$/;

const entryOf = (
  { head, facts }: Pick<Exchange, 'facts' | 'head'>,
  status: number,
  ms: number,
): AccessLogEntry => {
  const { httpMethod: method, path, requestId, extendedRequestId } = head;
  return { ...facts, method, path, status, ms: Math.round(ms), requestId, extendedRequestId };
};
