import * as z from 'zod/mini';
import { text } from '../../lib/values/text.ts';
import { time } from '../../lib/values/time.ts';

const message = text({ min: 1, max: 4096 }).check(
  z.meta({ description: 'Unicode code points, kept exactly as sent.' }),
);

/** A message as a client sends it. Members that are not declared here are dropped. */
export const MessageInput = z
  .object({ message }, { error: 'The body must be a JSON object' })
  .check(
    z.meta({ id: 'MessageInput', description: 'A message to be. Other members are ignored.' }),
  );
export type MessageInput = z.infer<typeof MessageInput>;

/** A message as the service took it. */
export const Message = z
  .object({
    id: z.string().check(
      z.meta({
        pattern: '^msg_[0-9a-f-]{36}$',
        maxLength: 40,
        description: 'A UUIDv7 (RFC 9562): texts in order are in order of time.',
      }),
    ),
    message,
    status: z.literal('queued'),
    createdAt: time('ISO 8601, in UTC, to the millisecond.'),
  })
  .check(z.meta({ id: 'Message', description: 'A message, stored and queued.' }));
export type Message = z.infer<typeof Message>;
