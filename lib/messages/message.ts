import * as z from 'zod/mini';
import { text } from '../text.ts';

/** A message as a client sends it. Members that are not declared here are dropped. */
export const NewMessage = z.object(
  {
    /** 1 to 4,096 Unicode code points, kept exactly as sent. */
    message: text({ min: 1, max: 4096 }),
  },
  { error: 'The body must be a JSON object' },
);
export type NewMessage = z.infer<typeof NewMessage>;

/** A message as the service took it. */
export const Message = z.object({
  /** `msg_` and a UUIDv7 (RFC 9562): texts in order are in order of time. */
  id: z.string(),
  message: z.string(),
  status: z.literal('queued'),
  /** ISO 8601, in UTC, to the millisecond. */
  createdAt: z.string(),
});
export type Message = z.infer<typeof Message>;
