/** A request before its body is read. */
export interface RequestHead {
  /** Made by API Gateway, or chosen by the client: not unique. */
  readonly requestId: string;
  /** Made by API Gateway, and unique. */
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
  /** The server's port. */
  readonly port: number;
  /** As `HTTP/1.1`. */
  readonly protocol: string;
}

/** A whole request. */
export interface GatewayRequest extends RequestHead {
  readonly body: Buffer;
}

/** The gateway's answer. Content-Length is not among its headers. */
export interface GatewayReply {
  readonly statusCode: number;
  readonly headers: readonly Header[];
  readonly body: Buffer;
}

/** A header's name, and one of its values. */
export type Header = readonly [name: string, value: string];

/** The last value of a header, its name in any case. */
export const headerValue = (headers: readonly Header[], name: string): string | undefined => {
  return headers.findLast(([given]) => given.toLowerCase() === name.toLowerCase())?.[1];
};
