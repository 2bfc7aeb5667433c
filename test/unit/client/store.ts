import { type ClientOptions, PetStore } from '../../../packages/client/src/index.ts';
import { type AnswerStub, startStubService } from '../../support/stub-service.ts';

/** A pet, as the service answers. */
export const PET = { id: 1, name: 'Rex', categoryId: 1, status: 'available' };

/** A client of a service that answers as a test says; `await using` ends it. */
export const startStore = async (answer: AnswerStub, options: Partial<ClientOptions> = {}) => {
  const service = await startStubService(answer);
  const store = new PetStore({ baseUrl: service.baseUrl, apiKey: 'pet_test_key', ...options });
  return { ...service, store };
};

/** What a call fails with. */
export const errorOf = async (call: Promise<unknown> | (() => unknown)): Promise<unknown> => {
  try {
    await (typeof call === 'function' ? call() : call);
  } catch (error) {
    return error;
  }
  throw new Error('It did not fail.');
};
