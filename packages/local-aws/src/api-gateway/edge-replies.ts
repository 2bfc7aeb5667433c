import type { GatewayReply } from './gateway-message.ts';
import { bodyLimitBytes } from './request-bodies.ts';

/**
 * The largest request line and headers together, in bytes.
 * API Gateway Developer Guide, "Quotas for configuring and running a REST API in API Gateway".
 */
export const HEADER_LIMIT_BYTES = 10_240;

const plainText = (statusCode: number, text: string): GatewayReply => {
  return {
    statusCode,
    headers: [['Content-Type', 'text; charset=utf-8']],
    body: Buffer.from(text),
  };
};

/**
 * The answers of AWS's servers in front of API Gateway. Gateway responses do not change them, and
 * they lack the headers of other answers. Texts and media type are as clients report them: "HTTP
 * header is larger than 10240 bytes", ntsblog.homedev.com.au; koki-develop/lgtm-generator#10.
 */
export const EDGE_REPLIES = {
  bodyTooLarge: plainText(413, `HTTP content length exceeded ${bodyLimitBytes} bytes.`),
  headersTooLarge: plainText(431, `HTTP header is larger than ${HEADER_LIMIT_BYTES} bytes.`),
  /** For a path of no stage. OWASP/Serverless-Goat#14. */
  notOfTheStage: {
    statusCode: 403,
    headers: [['Content-Type', 'application/json']],
    body: Buffer.from('{"message":"Forbidden"}'),
  } satisfies GatewayReply,
  /** Our own: how AWS answers a request that does not arrive in time is not known. */
  requestTimeout: plainText(408, 'Request Timeout'),
} as const;
