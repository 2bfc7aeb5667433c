import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import type { Pet, PetStatus } from '../../../lib/pets/pet.ts';
import { call } from '../../support/client.ts';
import { type OpenProbe, retryUnavailable, type Sent } from './probe.ts';

const STATUSES: readonly PetStatus[] = ['available', 'sold', 'sold', 'pending'];

/** Reads of pets that are there. */
const reading =
  (
    pathOf: (pets: readonly Pet[]) => string,
    expected: (pets: readonly Pet[]) => unknown,
  ): OpenProbe =>
  async ({ baseUrls, issueKey }) => {
    const service = { baseUrl: baseUrls.pets, apiKey: await issueKey() };
    const pets: Pet[] = [];
    for (const status of STATUSES) {
      const pet = { name: 'Rex', categoryId: 2n ** 63n - 1n, status };
      const options = { method: 'POST', headers: { 'Idempotency-Key': randomUUID() }, body: pet };
      const { body } = await retryUnavailable(() => call('/pets', options, service));
      pets.push(body as Pet);
    }
    const path = pathOf(pets);
    const succeeded = ({ answer }: Sent) => answer.status === 200;
    return {
      send: async () => ({ mark: randomUUID(), answer: await call(path, {}, service) }),
      succeeded,
      verify: async (sent) => {
        for (const { answer } of sent.filter(succeeded)) {
          expect(answer.body).toEqual(expected(pets));
        }
        return 0;
      },
    };
  };

const all = (pets: readonly Pet[]) => pets;

export const getPet = reading(
  (pets) => `/pets/${pets[1]?.id}`,
  (pets) => pets[1],
);
export const listPets = reading(() => '/pets', all);
export const listPetsOfCategory = reading(
  (pets) => `/pets?categoryId=${pets[0]?.categoryId}&status=sold`,
  (pets) => pets.filter(({ status }) => status === 'sold'),
);
export const listPetsOfIds = reading(
  (pets) => `/pets?ids=${pets.map(({ id }) => id).reverse()}`,
  all,
);
export const listPetsOfStatus = reading(
  () => '/pets?status=sold',
  (pets) => pets.filter(({ status }) => status === 'sold'),
);
