import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { rangeOf } from './id-range.ts';
import { Pet, PetNotFoundError } from './pet.ts';

/**
 * Gets a pet, strongly consistent. One round trip.
 * @throws PetNotFoundError if there is no pet with this id
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
    return Pet.parse(Item);
  };
