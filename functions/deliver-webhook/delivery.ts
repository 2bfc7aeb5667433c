import type { Event } from '../../lib/events/event.ts';
import type { EventPage } from '../../lib/events/list-events.ts';
import { writeJson } from '../../lib/values/json.ts';
import { type Pending, pendingOf, type WebhookItem } from '../../lib/webhooks/stored-webhook.ts';

/** Most bytes of a body, if it has more than one event. */
const LONGEST_BODY = 64 * 1024;

/** What is to be done for a webhook: it follows from the page of its log after `delivered`. */
export type NextStep =
  /** Nothing is new. */
  | 'none'
  /** Its types exclude every event of the page. It continues after this position. */
  | { readonly leftOut: bigint }
  | { readonly pending: Pending; readonly body: string };

/** Finds what is to be done for a webhook. A delivery that is repeated has the same bytes. */
export const nextStepOf = (
  { pending, types }: WebhookItem,
  { events, next }: EventPage,
): NextStep => {
  const wanted = events.filter(({ type }) => types === undefined || types.includes(type));
  // A log that ends before `pending.last` was replaced, for instance by a restore: what it has now is sent.
  if (pending !== undefined && next >= pending.last) {
    const body = writeJson(wanted.filter(({ position }) => position <= pending.last));
    return { pending: pendingOf(pending.last, body, pending), body };
  }
  if (events.length === 0) return 'none';
  const sent = firstOf(wanted);
  const last = sent.at(-1);
  if (last === undefined) return { leftOut: next };
  const body = writeJson(sent);
  // If all wanted events fit, the rest of the page is excluded by type: the webhook moves past it too.
  return { pending: pendingOf(sent.length < wanted.length ? last.position : next, body), body };
};

/** The first events that fit in a body: at least one. */
const firstOf = (events: readonly Event[]): readonly Event[] => {
  let bytes = '['.length;
  const end = events.findIndex((event) => {
    bytes += Buffer.byteLength(writeJson(event)) + ','.length;
    return bytes > LONGEST_BODY;
  });
  return end < 0 ? events : events.slice(0, Math.max(end, 1));
};
