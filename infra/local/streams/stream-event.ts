import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { _Record } from '@aws-sdk/client-dynamodb-streams';
import { LOCAL_REGION } from '../engine/open-engine.ts';

/** One change of an item, as a function gets it. */
export interface ChangeRecord {
  readonly eventID: string;
  readonly dynamodb: Readonly<Record<string, unknown>> & {
    readonly SequenceNumber: string;
    /** In s since the epoch. */
    readonly ApproximateCreationDateTime: number;
  };
  readonly [key: string]: unknown;
}

/**
 * A stream's record as Lambda passes it on. Lambda Developer Guide, "Using AWS Lambda with Amazon
 * DynamoDB".
 * @param shard unique among all shards of any engine. It makes eventIDs unique, as the embedded
 * engine numbers the records of each table from 1
 */
export const toChangeRecord = (
  { eventName, eventVersion = '1.1', dynamodb = {}, userIdentity }: _Record,
  streamArn: string,
  shard: string,
): ChangeRecord => {
  const { ApproximateCreationDateTime: time, SequenceNumber = '', ...change } = dynamodb;
  return {
    eventID: createHash('md5').update(`${shard} ${SequenceNumber}`).digest('hex'),
    eventName,
    eventVersion,
    eventSource: 'aws:dynamodb',
    awsRegion: LOCAL_REGION,
    ...(userIdentity && {
      userIdentity: { principalId: userIdentity.PrincipalId, type: userIdentity.Type },
    }),
    dynamodb: {
      ...Object.fromEntries(Object.entries(change).map(([key, value]) => [key, asJson(value)])),
      ApproximateCreationDateTime: Math.floor((time?.getTime() ?? 0) / 1000),
      SequenceNumber,
    },
    eventSourceARN: streamArn,
  };
};

/** Whether the item changed: the embedded engine also records writes that change nothing. */
export const changesItem = ({ dynamodb }: ChangeRecord): boolean =>
  dynamodb['OldImage'] === undefined ||
  !isDeepStrictEqual(dynamodb['OldImage'], dynamodb['NewImage']);

const SETS = ['SS', 'NS', 'BS'];

/** Attributes with bytes in base64, and sets sorted, as they have no order. */
const asJson = (value: unknown): unknown => {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(asJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => {
      const json = asJson(each);
      return [key, SETS.includes(key) && Array.isArray(json) ? json.sort() : json];
    }),
  );
};
