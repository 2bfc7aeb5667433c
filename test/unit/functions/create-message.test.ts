import { afterEach, expect, jest, test } from '@jest/globals';
import type { Context } from 'aws-lambda';
import { createMessageHandler } from '../../../functions/create-message/handler.ts';
import { StorageUnavailableError } from '../../../lib/errors/storage-errors.ts';
import { createEvent } from '../../support/events.ts';

const context = { getRemainingTimeInMillis: () => 10_000 } as Context;
const event = createEvent('{"message":"Hello"}', { resource: '/messages' });

afterEach(() => {
  jest.restoreAllMocks();
});

test('createMessage answers 202 with what was stored', async () => {
  const stored = { id: 'msg_1', status: 'queued', createdAt: '2026-11-21T00:00:00.000Z' } as const;
  const handler = createMessageHandler(async ({ message }) => ({
    item: { ...stored, message },
    replayed: false,
  }));
  const { statusCode, body } = await handler(event, context);
  expect(statusCode).toBe(202);
  expect(JSON.parse(body)).toEqual({ ...stored, message: 'Hello' });
});

test('createMessage answers 503, and hands out no id, when storage is down', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  const handler = createMessageHandler(async () => {
    throw new StorageUnavailableError('down');
  });
  const { statusCode, body } = await handler(event, context);
  expect(statusCode).toBe(503);
  expect(JSON.parse(body)).toEqual({
    code: 'unavailable',
    message: expect.any(String),
    status: 503,
  });
  expect(body).not.toContain('msg_');
});
