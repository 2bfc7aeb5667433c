import { isDeepStrictEqual } from 'node:util';
import type { _Record } from '@aws-sdk/client-dynamodb-streams';

/**
 * What functions read of a stream's record, as Lambda passes it on. Lambda Developer Guide, "Using AWS Lambda with Amazon
 * DynamoDB".
 */
export const toChangeRecord = ({ dynamodb = {} }: _Record, eventSourceARN: string) => {
  const ms = dynamodb.ApproximateCreationDateTime?.getTime() ?? 0;
  return {
    eventSourceARN,
    dynamodb: { ...dynamodb, ApproximateCreationDateTime: Math.floor(ms / 1000) },
  };
};

/** Whether the item changed: the embedded engine also records writes that change nothing. */
export const changesItem = ({ dynamodb: { OldImage, NewImage } = {} }: _Record): boolean =>
  OldImage === undefined || !isDeepStrictEqual(OldImage, NewImage);
