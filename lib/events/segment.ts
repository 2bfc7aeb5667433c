import { deflateRawSync } from 'node:zlib';
import { writeJson } from '../values/json.ts';
import type { Event } from './event.ts';

/** Most events of a segment. Readers rely on it: it never gets smaller while larger ones are kept. */
export const MOST_AT_ONCE = 98;

/** Writes the attributes of a segment that its key does not have. The segment knows the positions of its events. */
export const writeSegment = (events: readonly Omit<Event, 'position'>[], expiresAt: number) => ({
  events: deflateRawSync(writeJson(events)),
  expiresAt,
});
