import { describe, expect, test } from '@jest/globals';
import { PetStore, PetStoreError } from '../../../packages/client/src/index.ts';
import { startStubService } from '../../support/stub-service.ts';

/** A client of a service that always refuses with a Retry-After. */
const refused = async (retryAfter: string) => {
  const service = await startStubService((_request, response) =>
    response
      .writeHead(429, { 'Retry-After': retryAfter })
      .end('{"code":"rate_limited","message":"Later","status":429}'),
  );
  return { service, store: new PetStore({ baseUrl: service.baseUrl, apiKey: 'pet_test_key' }) };
};

describe('while the client waits to send a request again', () => {
  test('a signal ends the call, with its reason', async () => {
    const { service, store } = await refused('5');
    await using _service = service;
    const ending = new AbortController();
    // When the client already waits.
    const onResponse = () => setTimeout(() => ending.abort('enough'), 50);
    const error: unknown = await store
      .listPets({}, { signal: ending.signal, onResponse })
      .catch((thrown: unknown) => thrown);
    expect(error).toBe('enough');
    expect(service.requests).toHaveLength(1);
  });

  test.each(['61', '3600', '1e9', 'Infinity'])(
    'it does not: %s seconds are too long, and the caller gets the 429',
    async (retryAfter) => {
      const { service, store } = await refused(retryAfter);
      await using _service = service;
      const error: unknown = await store
        .createPet({ name: 'Rex', categoryId: 1n })
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(PetStoreError);
      expect(error).toMatchObject({
        status: 429,
        retryAfter: Number(retryAfter),
        safeToRepeat: true,
        attempts: 1,
      });
    },
  );

  test('it waits until a date, too', async () => {
    const date = new Date(Date.now() + 90_000).toUTCString();
    const { service, store } = await refused(date);
    await using _service = service;
    const error: unknown = await store.getPet(1n).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ status: 429, attempts: 1 });
    expect(Math.abs(Object(error).retryAfter - 90)).toBeLessThan(5);
  });
});
