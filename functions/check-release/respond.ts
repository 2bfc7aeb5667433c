import type { CloudFormationCustomResourceEvent } from 'aws-lambda';

/** CloudFormation takes 4,096 bytes in all ("Custom resource response objects"). */
const MAX_REASON = 1000;

/**
 * Tells CloudFormation what became of a custom resource: failed if there is a reason.
 * @throws Error if CloudFormation does not take it
 */
export const respond = async (
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
  // As bytes, so that fetch adds no content type, which is not a part of what S3's signature holds.
  const { ok, status } = await fetch(ResponseURL, { method: 'PUT', body: Buffer.from(body) });
  if (!ok) throw new Error(`CloudFormation does not take the answer: ${status}`);
};
