import type { CloudFormationCustomResourceEvent } from 'aws-lambda';
import type { KeyPrefix } from '../../lib/accounts/api-key.ts';
import { logError } from '../../lib/process/log.ts';
import type { BackfillStates } from '../../lib/storage/backfill-state.ts';
import { checkBackfills } from './check-backfills.ts';
import { checkVersion, type InvokeVersion, repeatCheck } from './check-version.ts';
import { newVersions } from './new-versions.ts';

/** Versions that are checked at the same time: a new AWS account runs 10 functions at once, and this is one of them ("Lambda quotas"). */
const AT_ONCE = 5;

/** CloudFormation takes 4,096 bytes in all ("Custom resource response objects"). */
const MAX_REASON = 1000;

/**
 * Makes the handler of the custom resource that a deployment waits for before it moves the aliases `live`. If a version
 * cannot answer, or needs a backfill that is not done, no request of a client reaches it, and CloudFormation rolls the
 * deployment back.
 */
export const checkReleaseHandler = (
  invoke: InvokeVersion,
  prefix: KeyPrefix,
  backfills: BackfillStates,
  pause?: number,
) => {
  const findFaults = async (event: CloudFormationCustomResourceEvent) => {
    const check = () => checkBackfills(event, backfills);
    const undone = await repeatCheck(check, 'The state of backfills cannot be read', pause);
    if (undone !== undefined) return [undone];
    const versions = newVersions(event).values();
    const faults: string[] = [];
    const checkNext = async (): Promise<void> => {
      for (const [name, versionArn] of versions) {
        const fault = await checkVersion(invoke, prefix, name, versionArn, pause);
        if (fault !== undefined) faults.push(fault);
        // A version that hangs takes 95 s, so that another one would not end in time.
        if (faults.length > 0) return;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, checkNext));
    return faults;
  };
  return async (event: CloudFormationCustomResourceEvent): Promise<void> => {
    const faults = await findFaults(event).catch((error: unknown) => {
      logError('release_not_checked', error);
      return ['The check itself failed: see the log of checkRelease, release_not_checked'];
    });
    await sendCloudFormationResponse(event, faults.join('; '));
  };
};

/** It failed if there is a reason. @throws Error if CloudFormation does not take it */
const sendCloudFormationResponse = async (
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
