import type { GatewayReply } from './gateway-message.ts';

/** Answers a request that AWS would serve and this server cannot: ours, so no gateway response shapes it. */
export const notEmulated = (reason: string): GatewayReply => ({
  statusCode: 501,
  headers: [['Content-Type', 'application/json']],
  body: Buffer.from(JSON.stringify({ message: `Not emulated: ${reason}` })),
});
