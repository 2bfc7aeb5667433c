import { createHmac } from 'node:crypto';

/** What is signed, and by which secrets: `whsec_` and base64. */
interface Signed {
  readonly id: string;
  readonly body: string;
  readonly secrets: readonly string[];
}

/** How a receiver knows that a delivery is ours: Standard Webhooks, one signature for each secret. */
export const signatureHeaders = (
  { id, body, secrets }: Signed,
  now: Date,
): Record<string, string> => {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const sign = (secret: string): string =>
    createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret)}`).join(' '),
  };
};
