import type { CloudFormationCustomResourceEvent } from 'aws-lambda';

/** CloudFormation takes 4,096 bytes in all ("Custom resource response objects"). */
const MAX_REASON = 1000;

/** It failed if there is a reason. @throws Error if CloudFormation does not take it */
export const sendCloudFormationResponse = async (
  { RequestId, StackId, LogicalResourceId, ResponseURL }: CloudFormationCustomResourceEvent,
  reason: string,
): Promise<void> => {
  const body = JSON.stringify({
    Status: reason === '' ? 'SUCCESS' : 'FAILED',
    ...(reason !== '' && { Reason: reason.slice(0, MAX_REASON) }),
    PhysicalResourceId: 'release',
    RequestId,
    StackId,
    LogicalResourceId,
  });
  // As bytes: fetch would add a content type to a string, which the signature of the URL does not include.
  const { ok, status } = await fetch(ResponseURL, {
    method: 'PUT',
    // A connection that is kept may be dead after a freeze.
    headers: { Connection: 'close' },
    body: Buffer.from(body),
  });
  if (!ok) throw new Error(`CloudFormation does not take the answer: ${status}`);
};
