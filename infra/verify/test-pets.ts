import * as z from 'zod';
import { parseJson } from '../../lib/json.ts';
import { ask, inShort, type Service } from './facts/ask.ts';

/** Requests under way at once. */
const CONCURRENCY = 8;

const Created = z.object({ id: z.bigint() });

/** Creates a pet, whose id shows where later ids begin. */
const createMark = async (service: Service): Promise<bigint> => {
  const body = '{"name":"A pet of npm run verify","categoryId":1}';
  const reply = await ask(service, '/pets', { method: 'POST', body });
  if (reply.status !== 201) throw new Error(`createPet is answered with ${inShort(reply)}`);
  return Created.parse(parseJson(reply.text)).id;
};

/**
 * Does work that creates pets, and deletes the pets that belong to the account. Ids ascend, so they
 * lie between one pet before and one after.
 */
export const withoutTestPets = async <Result>(
  service: Service,
  step: <Value>(name: string, work: () => Promise<Value>) => Promise<Value>,
  work: () => Promise<Result>,
): Promise<Result> => {
  const first = await createMark(service);
  try {
    return await work();
  } finally {
    await step('Delete its pets', async () =>
      deletePets(service, first, await createMark(service)),
    );
  }
};

/** Deletes the account's pets: another account's is 403 and stays, a deleted one is 404. */
const deletePets = async (service: Service, first: bigint, last: bigint): Promise<void> => {
  let id = first;
  const deleteNext = async () => {
    while (id <= last) {
      const path = `/pets/${id}`;
      id += 1n;
      await ask(service, path, { method: 'DELETE' });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, deleteNext));
};
