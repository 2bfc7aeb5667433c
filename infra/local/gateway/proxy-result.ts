import * as z from 'zod';
import type { GatewayReply } from './message.ts';

const Result = z.strictObject({
  statusCode: z.int().min(200).max(599),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  isBase64Encoded: z.literal(false).optional(),
});

/**
 * Turns what a function returned into the gateway's reply.
 * API Gateway Developer Guide, "Output format of a Lambda function for proxy integration".
 * @throws ZodError if it is malformed
 */
export const readProxyResult = (result: unknown): GatewayReply => {
  const { statusCode, headers, body } = Result.parse(result);
  return { statusCode, headers: Object.entries(headers), body: Buffer.from(body) };
};
