import { RequestError } from '../../lib/errors/request-error.ts';
import { type LogHead, oldestKept } from '../../lib/events/log-head.ts';

/** All later events must be kept. @throws RequestError `validation_failed`, with the bounds */
export const checkDelivered = (delivered: bigint, head: LogHead, now: Date): void => {
  const first = oldestKept(head, now) - 1n;
  if (first <= delivered && delivered <= head.newest) return;
  throw new RequestError(
    'validation_failed',
    `delivered must be from ${first} to ${head.newest}, where events are kept, and not ${delivered}.`,
  );
};
