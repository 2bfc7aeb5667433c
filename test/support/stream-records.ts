import { marshall } from '@aws-sdk/util-dynamodb';
import type { AttributeValue, DynamoDBRecord } from 'aws-lambda';
import { petKey } from '../../lib/pets/pet-key.ts';

/** The deployed names of the tables that have streams, where nothing is deployed. */
export const STREAMED = { pets: 'stage-pets', orders: 'stage-orders' };

/** An item of a table. */
export type Image = Readonly<Record<string, unknown>>;

/** A change of an item: undefined where there was none. */
export interface ItemChange {
  readonly table: keyof typeof STREAMED;
  readonly sequence: number;
  readonly keys: Image;
  readonly before?: Image | undefined;
  readonly after?: Image | undefined;
}

const image = (item: Image) =>
  marshall(item, { removeUndefinedValues: true }) as Record<string, AttributeValue>;

/** What functions read of a record that Lambda passes to them. */
export const streamRecord = (
  { table, sequence, keys, before, after }: ItemChange,
  tables: Readonly<Record<keyof typeof STREAMED, string>> = STREAMED,
): DynamoDBRecord => ({
  eventSourceARN: `arn:aws:dynamodb:us-east-1:000000000000:table/${tables[table]}/stream/2026-11-23T00:00:00.000`,
  dynamodb: {
    ApproximateCreationDateTime: 1_795_300_000,
    Keys: image(keys),
    SequenceNumber: String(sequence).padStart(21, '0'),
    ...(before && { OldImage: image(before) }),
    ...(after && { NewImage: image(after) }),
  },
});

/** A pet as it is stored. */
export const storedPet = (id: bigint, members: Image = {}) => ({
  ...petKey(id),
  name: 'Rex',
  categoryId: 7n,
  status: 'available',
  statusId: id,
  accountId: 'acct_1',
  revision: 'revision-1',
  ...members,
});

/** A change of a pet. */
export const petChange = (id: bigint, sequence: number, before?: Image, after?: Image) =>
  ({ table: 'pets', sequence, keys: petKey(id), before, after }) as const;
