import { headerText } from './header-text.ts';
import type { CallOptions } from './send.ts';

/** What the methods that create something take. */
export interface CreateOptions extends CallOptions {
  /**
   * Keep it and give it again to repeat the call later, within 24 hours.
   * @default a new UUID, which makes the client's own repetitions safe
   */
  readonly idempotencyKey?: string | undefined;
}

/**
 * The options of a request that takes effect once, however often it is sent.
 * @throws TypeError if no header can carry the key
 */
export const once = ({ idempotencyKey = crypto.randomUUID(), signal }: CreateOptions) => ({
  headers: { 'Idempotency-Key': headerText('idempotencyKey', idempotencyKey) },
  signal,
});
