import { buildCreatePet, type OwnedNewPet } from '../../functions/create-pet/store.ts';
import { buildDeletePet } from '../../functions/delete-pet/store.ts';
import { buildGetPet } from '../../functions/get-pet/store.ts';
import { buildListPets } from '../../functions/list-pets/store.ts';
import { buildUpdatePet } from '../../functions/update-pet/store.ts';
import type { PetItem } from '../../lib/pets/stored-pet.ts';
import type { Precondition } from '../../lib/revisions/precondition.ts';
import type { TestEngine } from './engine.ts';

/** The account that test pets belong to. */
export const OWNER = 'acct_0000000000000001';

/** The attributes of a stored pet that clients do not see. */
export const OWNED = { accountId: OWNER, revision: 'revision-of-test' };

/** Another account. */
export const STRANGER = 'acct_0000000000000002';

/** A change by the account that test pets belong to, in one of these states. */
export const change = (...ifMatch: readonly string[]): Precondition => ({
  accountId: OWNER,
  ifMatch: ifMatch.length > 0 ? ifMatch : undefined,
});

/** The functions' operations on pets, over an engine's tables. */
export const petStore = ({ client, tables }: Pick<TestEngine, 'client' | 'tables'>) => {
  const createPet = buildCreatePet(client, tables);
  return {
    /** Creates a pet without an idempotency key. */
    create: async (input: Partial<OwnedNewPet> = {}): Promise<PetItem> => {
      const rex = { name: 'Rex', categoryId: 7n, status: 'available', accountId: OWNER } as const;
      return (await createPet({ ...rex, ...input })).item;
    },
    get: buildGetPet(client, tables),
    list: buildListPets(client, tables),
    update: buildUpdatePet(client, tables),
    remove: buildDeletePet(client, tables),
  };
};

/** Sets the id that was given last. */
export const setCounter = (engine: TestEngine, name: 'orders' | 'pets', value: bigint | number) =>
  engine.update('counters', { name }, { value });
