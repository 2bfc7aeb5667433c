import type { GatewayReply } from './gateway-message.ts';

/**
 * Answers a request that AWS would serve and this server cannot. The answer is our own, so gateway
 * responses do not change it.
 */
export const notEmulated = (reason: string): GatewayReply => ({
  statusCode: 501,
  headers: [['Content-Type', 'application/json']],
  body: Buffer.from(JSON.stringify({ message: `Not emulated: ${reason}` })),
});
