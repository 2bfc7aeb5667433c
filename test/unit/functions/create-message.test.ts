import { expect, test } from '@jest/globals';
import { createMessageHandler } from '../../../functions/create-message/handler.ts';
import { createEvent, invoke } from '../../support/events.ts';
import { refusal } from './refusal.ts';

const STORED = { id: 'msg_1', status: 'queued', createdAt: '2026-11-21T00:00:00.000Z' } as const;
const handler = createMessageHandler(async ({ message }) => ({
  item: { ...STORED, message },
  replayed: false,
}));
const send = (body: unknown) =>
  invoke(handler, createEvent(JSON.stringify(body), { resource: '/messages' }));

test.each(['x', ' ', '\u0000', '\u{1F436}'.repeat(4096), 'e\u0301'])(
  'a message is answered with 202, exactly as it was sent: %.20j',
  async (message) => {
    const { status, body } = await send({ message, id: 'mine' });
    expect([status, body]).toEqual([202, { ...STORED, message }]);
  },
);

test.each([
  [{}, /^message is required/],
  [{ message: null }, /^message must be a string/],
  [{ message: 7 }, /^message must be a string/],
  [{ message: '' }, /^message must be 1 to 4096 characters long/],
  [{ message: 'x'.repeat(4097) }, /^message must be 1 to 4096 characters long/],
  [{ message: '\udc36' }, /^message must be well-formed Unicode/],
  [[], /^The body must be a JSON object/],
])('a message is refused: %.40j', async (body, message) => {
  expect(await send(body)).toMatchObject(refusal('validation_failed', message));
});
