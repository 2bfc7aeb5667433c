import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { parseItem } from '../stored-item.ts';
import { rangeOf } from './id-range.ts';
import { PET_KEY, type Pet, PetNotFoundError, StoredPet } from './pet.ts';

/**
 * Gets a pet, strongly consistent. One round trip.
 * @throws PetNotFoundError if there is no pet with this id
 * @throws MalformedItemError if what is stored is none
 * @throws the errors of `lib/storage-errors.ts`
 */
export type GetPet = (id: bigint) => Promise<Pet>;

/** Builds getPet over the `pets` table. */
export const buildGetPet =
  (client: DynamoDBDocumentClient, table: string): GetPet =>
  async (id) => {
    const { Item } = await client.send(
      new GetCommand({
        TableName: table,
        Key: { idRange: rangeOf(id), id },
        ConsistentRead: true,
      }),
    );
    if (Item === undefined) throw new PetNotFoundError();
    return parseItem(StoredPet, Item, { table, key: PET_KEY });
  };
