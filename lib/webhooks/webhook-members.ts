import * as z from 'zod/mini';
import { EVENT_TYPES, LOG_SUBJECTS, type LogSubject } from '../events/event-types.ts';
import { described, oneOf } from '../values/described.ts';
import { text } from '../values/text.ts';
import { LONGEST_URL } from './webhook.ts';

const TYPES = LOG_SUBJECTS.flatMap((about) => [...EVENT_TYPES[about]]);

/** The types that there are. Those of answers are texts, as others may come. */
const EventType = described(oneOf(TYPES), 'What happened to a pet or an order.', {
  id: 'EventType',
});

/** Base64 of 24 to 64 bytes, padded, without unused bits: one text for each secret. */
const SECRET =
  /^whsec_(?:(?:[A-Za-z0-9+/]{4}){8,21}(?:[A-Za-z0-9+/][AQgw]==)?|(?:[A-Za-z0-9+/]{4}){8,20}[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)$/;

const SECRET_FAULT = 'must be whsec_ and 24 to 64 random bytes in base64';

/** What clients say of a webhook: when they create it, and when they change it. */
export const webhookMembers = {
  url: described(
    text(LONGEST_URL),
    'Where events are sent to: `https`, port 443, a public host name. It is kept as the URL standard writes it.',
    { format: 'uri' },
  ),
  secret: z
    .string({ error: ({ input }) => (input === undefined ? 'is required' : SECRET_FAULT) })
    .check(
      z.regex(SECRET, SECRET_FAULT),
      z.meta({
        format: 'password',
        pattern: SECRET.source,
        maxLength: 94,
        description:
          'What signs each delivery: `whsec_` and 24 to 64 random bytes in base64. You choose it, and it is never shown.',
      }),
    ),
  types: z.array(EventType, 'must be a list of types of events').check(
    z.minLength(1, 'must not be empty: leave it out for all types'),
    z.refine((types) => new Set(types).size === types.length, 'must have each type once'),
    z.meta({
      minItems: 1,
      maxItems: TYPES.length,
      uniqueItems: true,
      description: 'The types of events that are sent, all of the log that it is about.',
    }),
  ),
};

/** The fault of types that are not all of one log; undefined if they are. */
export const typesFault = (about: LogSubject, types: readonly string[]): string | undefined => {
  const known: readonly string[] = EVENT_TYPES[about];
  return types.every((type) => known.includes(type))
    ? undefined
    : `must be of the log that the webhook is about: ${known.join(', ')}`;
};
