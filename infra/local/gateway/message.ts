import type { IncomingMessage } from 'node:http';
import type { GatewayErrorType } from '../../stacks/gateway-errors.ts';

export interface GatewayRequest {
  /** Made by the gateway, or chosen by the client: not unique. */
  readonly requestId: string;
  /** Made by the gateway, and unique. */
  readonly extendedRequestId: string;
  readonly httpMethod: string;
  /** As sent: the stage included, percent escapes kept, without the query string. */
  readonly path: string;
  /** As sent, without the question mark. */
  readonly queryString: string;
  /** All values of each, by its name in lower case. */
  readonly headers: IncomingMessage['headersDistinct'];
  readonly body: Buffer;
}

/** The gateway's answer. Content-Length is not among its headers. */
export interface GatewayReply {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** What becomes known of a request while it is answered, for the access log. */
export interface RequestFacts {
  accountId?: string;
  keyId?: string;
  /** The path of a contract, `/{proxy+}` or `/`. */
  resourcePath?: string;
  /** Why the gateway answered by itself. */
  responseType?: GatewayErrorType;
}
