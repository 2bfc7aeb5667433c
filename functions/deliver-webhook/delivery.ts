import type { Event } from '../../lib/events/event.ts';
import type { EventPage } from '../../lib/events/list-events.ts';
import { writeJson } from '../../lib/json.ts';
import { pendingOf } from '../../lib/webhooks/pending.ts';
import type { Pending, WebhookItem } from '../../lib/webhooks/stored-webhook.ts';

/** Most bytes of a body, if it has more than one event. */
const LONGEST_BODY = 64 * 1024;

/** What a webhook has to do, as the page of its log after `delivered` shows. */
export type Work =
  /** Nothing is new. */
  | 'none'
  /** Its types leave out all of the page: it goes on from there. */
  | { readonly leftOut: bigint }
  | { readonly pending: Pending; readonly body: string };

/** Says what a webhook has to do. A delivery that was sent before is the same again. */
export const workOf = ({ pending, types }: WebhookItem, { events, next }: EventPage): Work => {
  const wanted = events.filter(({ type }) => types === undefined || types.includes(type));
  // Else the log is not the one that it was sent from, and what is there is sent.
  if (pending !== undefined && next >= pending.last) {
    const body = writeJson(wanted.filter(({ position }) => position <= pending.last));
    return { pending: pendingOf(pending.last, body, pending), body };
  }
  if (events.length === 0) return 'none';
  const sent = firstOf(wanted);
  const last = sent.at(-1);
  if (last === undefined) return { leftOut: next };
  const body = writeJson(sent);
  // What follows the last of them on the page is left out by its type.
  return { pending: pendingOf(sent.length < wanted.length ? last.position : next, body), body };
};

/** As many of the first events as a body takes: one at least. */
const firstOf = (events: readonly Event[]): readonly Event[] => {
  let bytes = '['.length;
  const end = events.findIndex((event) => {
    bytes += Buffer.byteLength(writeJson(event)) + ','.length;
    return bytes > LONGEST_BODY;
  });
  return end < 0 ? events : events.slice(0, Math.max(end, 1));
};
