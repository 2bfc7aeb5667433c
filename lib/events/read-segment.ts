import { inflateRawSync } from 'node:zlib';
import * as z from 'zod/mini';
import { parseItem } from '../storage/parse-item.ts';
import type { ItemLocation } from '../storage/tables.ts';
import { attempt } from '../values/attempt.ts';
import { parseJson } from '../values/json.ts';
import { Event } from './event.ts';

/** The events of one append, in order. Its `position`, the sort key, is that of the last one. */
const Segment = z.object({
  position: z.bigint(),
  /** The second, from 1970 on, from which DynamoDB may delete it. */
  expiresAt: z.bigint(),
  /** Compressed JSON: twenty events take 550 bytes instead of 3,300, so pages cost fewer units. */
  events: z.instanceof(Uint8Array),
});

const Unplaced = z.array(z.looseObject({}));
const Placed = z.object({ position: z.bigint(), events: z.array(Event) });

/**
 * Reads the events of a segment.
 * @returns none if DynamoDB may delete the segment before `expiry`, in seconds from 1970 on. @default - all
 * @throws MalformedItemError if it is not as the service writes it
 */
export const readSegment = (
  item: Readonly<Record<string, unknown>>,
  location: ItemLocation<'events'>,
  expiry = 0,
): readonly Event[] => {
  const { position, expiresAt, events } = parseItem(Segment, item, location);
  if (expiresAt < expiry) return [];
  const unpacked = attempt(() => parseJson(inflateRawSync(events).toString()));
  const unplaced = Unplaced.safeParse(unpacked).data ?? [];
  const before = position - BigInt(unplaced.length);
  const placed = unplaced.map((event, index) => ({
    ...event,
    position: before + BigInt(index + 1),
  }));
  return parseItem(Placed, { ...item, events: unplaced.length > 0 ? placed : undefined }, location)
    .events;
};
