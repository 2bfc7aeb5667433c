import { createHash } from 'node:crypto';
import { randomBase62 } from '../values/base62.ts';
import type { Pending } from './stored-webhook.ts';

const digestOf = (body: string): string => createHash('sha256').update(body).digest('base64url');

/** @param former the delivery that is repeated, if its bytes are the same */
export const pendingOf = (last: bigint, body: string, former?: Pending): Pending => {
  const digest = digestOf(body);
  if (former?.digest === digest) return former;
  return { id: `msg_${randomBase62(16)}`, last, digest };
};
