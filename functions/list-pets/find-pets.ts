import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import { StorageUnavailableError } from '../../lib/errors/storage-errors.ts';
import { petKey } from '../../lib/pets/pet-key.ts';
import { type PetItem, StoredPet } from '../../lib/pets/stored-pet.ts';
import { MAX_ATTEMPTS, pause } from '../../lib/process/retry-pause.ts';
import { buildParseItems } from '../../lib/storage/parse-item.ts';
import type { Build } from '../../lib/storage/tables.ts';

/**
 * Finds the pets with these ids, at most 100, strongly consistent and in ascending order of id. One
 * round trip, and more where DynamoDB leaves some out because it is busy. An item that is malformed is
 * left out, with a line in the log.
 */
export type FindPets = (ids: readonly bigint[]) => Promise<readonly PetItem[]>;

export const buildFindPets: Build<'pets', FindPets> = (client, { pets: table }) => {
  const parsePets = buildParseItems(StoredPet, { table, name: 'pets' });

  return async (ids) => {
    const pets: PetItem[] = [];
    let keys: Record<string, unknown>[] = [...new Set(ids)].map(petKey);
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      if (attempt > 1) await pause(attempt);
      const { Responses = {}, UnprocessedKeys = {} } = await client.send(
        new BatchGetCommand({ RequestItems: { [table]: { Keys: keys, ConsistentRead: true } } }),
      );
      pets.push(...parsePets(Responses[table] ?? []));
      keys = UnprocessedKeys[table]?.Keys ?? [];
      if (keys.length === 0) return pets.sort((one, other) => (one.id < other.id ? -1 : 1));
    }
    throw new StorageUnavailableError(`${keys.length} keys of a batch were not read`);
  };
};
