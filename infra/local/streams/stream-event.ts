import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { _Record } from '@aws-sdk/client-dynamodb-streams';
import { LOCAL_REGION } from '../engine/open-engine.ts';

/**
 * A stream's record as Lambda passes it on, but for sets and bytes, which no table has, and for who changed it. Lambda Developer Guide, "Using AWS Lambda
 * with Amazon DynamoDB".
 * @param shard unique among all shards of any engine. It makes eventIDs unique, as the embedded
 * engine numbers the records of each table from 1
 */
export const toChangeRecord = (
  { eventName, eventVersion = '1.1', dynamodb = {} }: _Record,
  streamArn: string,
  shard: string,
) => {
  const { ApproximateCreationDateTime: time, SequenceNumber = '' } = dynamodb;
  return {
    eventID: createHash('md5').update(`${shard} ${SequenceNumber}`).digest('hex'),
    eventName,
    eventVersion,
    eventSource: 'aws:dynamodb',
    awsRegion: LOCAL_REGION,
    dynamodb: {
      ...dynamodb,
      ApproximateCreationDateTime: Math.floor((time?.getTime() ?? 0) / 1000),
    },
    eventSourceARN: streamArn,
  };
};

/** Whether the item changed: the embedded engine also records writes that change nothing. */
export const changesItem = ({ dynamodb: { OldImage, NewImage } = {} }: _Record): boolean =>
  OldImage === undefined || !isDeepStrictEqual(OldImage, NewImage);
