import { contract } from '../../lib/http/contract.ts';
import { Message, MessageInput } from './message.ts';

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
  request: {
    body: MessageInput,
    idempotencyKey: true,
    maxBodyBytes: 64 * 1024,
  },
  success: {
    status: 202,
    body: Message,
  },
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
