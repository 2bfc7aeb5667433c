import { BatchGetCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { pause, SENT_AT_MOST } from '../../lib/pause.ts';
import type { Pet } from '../../lib/pets/pet.ts';
import { PET_KEY, petKey } from '../../lib/pets/pet-key.ts';
import { StoredPet, toPet } from '../../lib/pets/stored-pet.ts';
import { StorageUnavailableError } from '../../lib/storage-errors.ts';
import { buildParseItems } from '../../lib/stored-item.ts';

/**
 * Finds the pets with these ids, at most 100, strongly consistent and in ascending order of id. One
 * round trip, and more where DynamoDB leaves some out because it is busy. An item that is malformed is
 * left out, with a line in the log.
 * @throws the errors of `lib/storage-errors.ts`
 */
export type FindPets = (ids: readonly bigint[]) => Promise<readonly Pet[]>;

/** Builds findPets over the `pets` table. */
export const buildFindPets = (client: DynamoDBDocumentClient, table: string): FindPets => {
  const parsePets = buildParseItems(StoredPet, { table, key: PET_KEY });

  return async (ids) => {
    const pets: Pet[] = [];
    let keys: Record<string, unknown>[] = [...new Set(ids)].map(petKey);
    for (let sent = 1; sent <= SENT_AT_MOST; sent += 1) {
      if (sent > 1) await pause(sent);
      const { Responses = {}, UnprocessedKeys = {} } = await client.send(
        new BatchGetCommand({ RequestItems: { [table]: { Keys: keys, ConsistentRead: true } } }),
      );
      pets.push(...parsePets(Responses[table] ?? []).map(toPet));
      keys = UnprocessedKeys[table]?.Keys ?? [];
      if (keys.length === 0) return pets.sort((one, other) => (one.id < other.id ? -1 : 1));
    }
    throw new StorageUnavailableError(`${keys.length} keys of a batch were not read`);
  };
};
