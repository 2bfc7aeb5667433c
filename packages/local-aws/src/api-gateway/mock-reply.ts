import { type GatewayReply, headerValue, type RequestHead } from './gateway-message.ts';
import type { MockReply } from './rest-api.ts';

/** Answers a request by a mock integration. */
export const mockReply = (
  { statusCode, headers, body, otherOrigins }: MockReply,
  request: RequestHead,
): GatewayReply => {
  const origin = headerValue(request.headers, 'Origin') ?? '';
  return {
    statusCode,
    headers: headers.map(([name, value]) =>
      name === 'Access-Control-Allow-Origin' && otherOrigins.includes(origin)
        ? [name, origin]
        : [name, value],
    ),
    body: Buffer.from(body),
  };
};
