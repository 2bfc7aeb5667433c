import { REQUEST_ID_HEADER } from '../../../lib/http/headers.ts';
import { type GatewayErrorType, gatewayError } from '../../stacks/gateway-errors.ts';

/** The gateway's answer. Content-Length is not among its headers. */
export interface GatewayReply {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * The largest request line and headers together, in bytes.
 * API Gateway Developer Guide, "Quotas for configuring and running a REST API in API Gateway".
 */
export const HEADER_LIMIT_BYTES = 10_240;

/** The largest request body. API Gateway Developer Guide, "Amazon API Gateway quotas": 10 MB, not to be raised. */
export const BODY_LIMIT_BYTES = 10 * 1024 * 1024;

/**
 * The reply of a type that the gateway gives by itself: an Error of the service.
 * @param message @default that of the type
 */
export const errorReply = (type: GatewayErrorType, requestId: string, message?: string) => {
  const { status, headers, body } = gatewayError(type);
  return {
    statusCode: status,
    headers: { ...headers, [REQUEST_ID_HEADER]: requestId },
    body: Buffer.from(JSON.stringify({ ...body, ...(message && { message }) })),
  };
};

const edgeReply = (
  statusCode: number,
  text: string,
  type = 'text; charset=utf-8',
): GatewayReply => ({ statusCode, headers: { 'Content-Type': type }, body: Buffer.from(text) });

/**
 * The answers of AWS's servers in front of API Gateway. Gateway responses do not change them, and
 * they lack the headers of other answers. Texts and media type are as clients report them: "HTTP
 * header is larger than 10240 bytes", ntsblog.homedev.com.au; koki-develop/lgtm-generator#10.
 */
export const EDGE_REPLIES = {
  bodyTooLarge: edgeReply(413, `HTTP content length exceeded ${BODY_LIMIT_BYTES} bytes.`),
  headersTooLarge: edgeReply(431, `HTTP header is larger than ${HEADER_LIMIT_BYTES} bytes.`),
  /** For a path of no stage. OWASP/Serverless-Goat#14. */
  notOfTheStage: edgeReply(403, '{"message":"Forbidden"}', 'application/json'),
} as const;
