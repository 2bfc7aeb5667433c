import { setTimeout } from 'node:timers/promises';
import { expect, jest, test } from '@jest/globals';
import type { Context } from 'aws-lambda';
import { open } from '../../../functions/get-pet/handler.ts';
import type { GetPet } from '../../../functions/get-pet/store.ts';
import {
  MalformedItemError,
  StorageTimeoutError,
  StorageUnavailableError,
} from '../../../lib/errors/storage-errors.ts';
import { invoke, itemEvent } from '../../support/events.ts';
import { refusal } from './refusal.ts';

const getEvent = itemEvent('GET', '/pets/{petId}', '5');
const openGetPet = (get: GetPet) => open(get, 'https://docs.petstore.example/#getpet');

const soon = { 'Retry-After': '2' };
test.each([
  // Nobody foresaw it.
  [new TypeError('secret'), 'internal_error', 'unexpected_error', {}],
  [new StorageUnavailableError('secret'), 'unavailable', 'storage_unavailable', soon],
  [new StorageTimeoutError('secret'), 'timeout', 'storage_timeout', {}],
  [new MalformedItemError('secret'), 'internal_error', 'malformed_item', {}],
] as const)(
  '%p is an opaque %s, and a log line with both ids of the request',
  async (error, code, logged, headers) => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => {});
    const answer = await invoke(
      openGetPet(() => Promise.reject(error)),
      getEvent,
    );
    expect(answer).toMatchObject({ ...refusal(code), headers });
    expect(Object.keys(Object(answer.body))).toEqual(['code', 'message', 'status']);
    expect(answer.text).not.toContain('secret');
    expect(JSON.parse(String(log.mock.calls[0]?.[0]))).toEqual({
      level: 'ERROR',
      code: logged,
      requestId: 'request-1',
      extendedRequestId: 'extended-1',
      error: { name: error.name, message: 'secret', stack: expect.any(String) },
    });
  },
);

test('what is not done within the time limit of the function is 504 before that limit', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  const handler = openGetPet(() => new Promise(() => {}));
  const hurried = { getRemainingTimeInMillis: () => 510 } as Context;
  const first = await Promise.race([handler(getEvent, hurried), setTimeout(500, 'late')]);
  expect(first).toMatchObject({ statusCode: 504 });
});
