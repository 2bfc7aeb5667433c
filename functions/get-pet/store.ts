import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { PET_KEY_ATTRIBUTES, petKey } from '../../lib/pets/pet-key.ts';
import { type PetItem, StoredPet } from '../../lib/pets/stored-pet.ts';
import { RequestError } from '../../lib/request-error.ts';
import { parseItem } from '../../lib/stored-item.ts';

/**
 * Gets a pet, strongly consistent. One round trip.
 * @throws RequestError `pet_not_found` if there is no pet with this id
 * @throws MalformedItemError if what is stored is not a pet
 * @throws the errors of `lib/storage-errors.ts`
 */
export type GetPet = (id: bigint) => Promise<PetItem>;

/** Builds getPet over the `pets` table. */
export const buildGetPet =
  (client: DynamoDBDocumentClient, table: string): GetPet =>
  async (id) => {
    const { Item } = await client.send(
      new GetCommand({ TableName: table, Key: petKey(id), ConsistentRead: true }),
    );
    if (Item === undefined) throw new RequestError('pet_not_found');
    return parseItem(StoredPet, Item, { table, keyAttributes: PET_KEY_ATTRIBUTES });
  };
