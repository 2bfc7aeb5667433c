import * as z from 'zod/mini';
import { bodyOf, contract } from '../../lib/http/contract.ts';
import { component, described, time } from '../../lib/values/described.ts';
import { text } from '../../lib/values/text.ts';

const message = described(text(4096), 'Unicode code points, kept exactly as sent.');

export const MessageInput = bodyOf('MessageInput', 'A message to be. Other members are ignored.', {
  message,
});
export type MessageInput = z.infer<typeof MessageInput>;

export const Message = component('Message', 'A message, stored and queued.', {
  id: described(z.string(), 'A UUIDv7 (RFC 9562): texts in order are in order of time.', {
    pattern: '^msg_[0-9a-f-]{36}$',
    maxLength: 40,
  }),
  message,
  status: z.literal('queued'),
  createdAt: time('ISO 8601, in UTC, to the millisecond.'),
});
export type Message = z.infer<typeof Message>;

export const createMessage = contract({
  operationId: 'createMessage',
  api: 'quickstart',
  tag: 'Quickstart',
  method: 'POST',
  path: '/messages',
  summary: 'Send a first message',
  description:
    'The quickstart: it proves that key and JSON work. The message is stored before it is answered, and kept for 30 days.',
  // 4,096 characters may take 12 bytes each, as escaped surrogate pairs.
  request: { body: MessageInput, idempotencyKey: true, maxBodyBytes: 64 * 1024 },
  success: { status: 202, body: Message },
  examples: {
    hello: {
      summary: 'A greeting',
      request: { body: { message: 'Hello' } },
      answer: {
        id: 'msg_01a1fda3-3795-76b8-9c73-9690e6041299',
        message: 'Hello',
        status: 'queued',
        createdAt: '2026-11-21T10:24:54.677Z',
      },
    },
  },
  errors: [],
  access: [
    { table: 'idempotencyKeys', actions: ['PutItem'] },
    { table: 'messages', actions: ['PutItem'] },
  ],
});
