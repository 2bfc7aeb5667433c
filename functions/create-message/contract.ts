import { contract } from '../../lib/http/contract.ts';
import { Message, NewMessage } from '../../lib/messages/message.ts';

export const createMessage = contract({
  operationId: 'createMessage',
  api: 'quickstart',
  method: 'POST',
  path: '/messages',
  summary: 'Send a first message',
  // 4,096 characters may take 12 bytes each, as escaped surrogate pairs.
  request: { body: NewMessage, maxBodyBytes: 64 * 1024 },
  success: { status: 202, body: Message },
  errors: ['invalid_json', 'validation_failed', 'unsupported_media_type', 'request_too_large'],
  access: [{ table: 'messages', actions: ['PutItem'] }],
});
