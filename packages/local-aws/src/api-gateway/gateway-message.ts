/** A request as the gateway sees it before its body is read. */
export interface RequestHead {
  /** API Gateway's own, unless the client chose it: not unique. */
  readonly requestId: string;
  /** API Gateway's own, and unique. */
  readonly extendedRequestId: string;
  /** In ms since the epoch. */
  readonly receivedAt: number;
  readonly httpMethod: string;
  /** As sent: the stage included, percent escapes kept, without the query string. */
  readonly path: string;
  /** As sent, without the question mark. */
  readonly queryString: string;
  /** Names and values as sent and in that order. */
  readonly headers: readonly Header[];
  readonly sourceIp: string;
  /** The port that the request came in by. */
  readonly port: number;
  /** As `HTTP/1.1`. */
  readonly protocol: string;
}

/** A whole request. */
export interface GatewayRequest extends RequestHead {
  readonly body: Buffer;
}

/** What the gateway answers; Content-Length is not among its headers. */
export interface GatewayReply {
  readonly statusCode: number;
  readonly headers: readonly Header[];
  readonly body: Buffer;
}

/** A header's name and one value. */
export type Header = readonly [name: string, value: string];

/** The last value of a header, its name in any case. */
export const headerValue = (headers: readonly Header[], name: string): string | undefined => {
  return headers.findLast(([given]) => given.toLowerCase() === name.toLowerCase())?.[1];
};
