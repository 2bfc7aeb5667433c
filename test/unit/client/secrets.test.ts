import { inspect } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { PetStore, Quickstart } from '../../../packages/client/src/index.ts';
import { errorOf, startStore } from './store.ts';

/** Texts that no header can carry, or only in another form. */
const malformed = (secret: string) =>
  ['\n', '\r\nX-Other: 1', ' ', '\u0000', '\u20ac', 'é']
    .map((end) => `${secret}${end}`)
    .concat(` ${secret}`);

/** Expects an error that begins so, and has the secret nowhere. */
const expectKept = (error: unknown, start: RegExp): void => {
  expect(String(error)).toMatch(start);
  expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('Xyzzy');
};

describe('what is secret reaches no error of the client', () => {
  const CLIENTS = Object.entries({ PetStore, Quickstart });
  test.each(CLIENTS)('an API key in a form that no key has: %s', async (_name, Client) => {
    for (const apiKey of malformed('pet_test_Xyzzy')) {
      const error = await errorOf(() => new Client({ baseUrl: 'http://127.0.0.1:9/v1', apiKey }));
      expectKept(error, /^TypeError: apiKey /);
    }
  });

  test('an idempotency key in a form that no key has, which is not sent', async () => {
    await using service = await startStore((_request, response) => response.end());
    const { store } = service;
    for (const idempotencyKey of ['', ...malformed('order-Xyzzy')]) {
      const error = await errorOf(store.placeOrder({ petId: 1n }, { idempotencyKey }));
      expectKept(error, /^TypeError: idempotencyKey /);
    }
    expect(service.requests).toEqual([]);
  });

  test('a password in the base address, which is no place for one', async () => {
    for (const baseUrl of [
      'http://me:Xyzzy@127.0.0.1:9/v1',
      'http://127.0.0.1:9/v1?key=Xyzzy',
      'Xyzzy',
      'file:///Xyzzy',
    ]) {
      const error = await errorOf(() => new PetStore({ baseUrl, apiKey: 'pet_test_key' }));
      expectKept(error, /^TypeError: baseUrl /);
    }
  });

  test('the key of a request that no answer came to', async () => {
    const options = { apiKey: 'pet_test_Xyzzy', maxRetries: 0 };
    await using service = await startStore(({ socket }) => socket.destroy(), options);
    const error = await errorOf(service.store.completeOrder(1n));
    expectKept(error, /^PetStoreError: /);
  });
});
