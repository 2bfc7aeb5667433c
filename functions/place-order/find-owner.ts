import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { petKey } from '../../lib/pets/pet-key.ts';

/**
 * Finds the account that a pet belongs to, strongly consistent. One round trip.
 * @returns undefined if there is no pet with this id, or what is stored does not say whose it is
 * @throws the errors of `lib/storage-errors.ts`
 */
export type FindOwner = (petId: bigint) => Promise<string | undefined>;

/** Builds findOwner over the `pets` table. */
export const buildFindOwner =
  (client: DynamoDBDocumentClient, table: string): FindOwner =>
  async (petId) => {
    const { Item } = await client.send(
      new GetCommand({
        TableName: table,
        Key: petKey(petId),
        ConsistentRead: true,
        ProjectionExpression: 'accountId',
      }),
    );
    const accountId: unknown = Item?.['accountId'];
    return typeof accountId === 'string' ? accountId : undefined;
  };
