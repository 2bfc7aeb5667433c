import * as z from 'zod/mini';
import { bodyOf } from '../../lib/http/body.ts';
import { text } from '../../lib/values/text.ts';
import { time } from '../../lib/values/time.ts';

const message = text({ min: 1, max: 4096 }).check(
  z.meta({ description: 'Unicode code points, kept exactly as sent.' }),
);

export const MessageInput = bodyOf('MessageInput', 'A message to be. Other members are ignored.', {
  message,
});
export type MessageInput = z.infer<typeof MessageInput>;

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
