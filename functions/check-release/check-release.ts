import type { CloudFormationCustomResourceEvent } from 'aws-lambda';
import type { KeyPrefix } from '../../lib/accounts/api-key.ts';
import { logError } from '../../lib/process/log.ts';
import { checkVersion, type InvokeVersion } from './check-version.ts';
import { sendCloudFormationResponse } from './cloudformation-response.ts';
import { newVersions } from './new-versions.ts';

/**
 * Makes the handler of the custom resource that a deployment waits for before it moves the aliases `live`. If a version
 * cannot answer, no request of a client reaches it, and CloudFormation rolls the deployment back.
 */
export const checkReleaseHandler = (invoke: InvokeVersion, prefix: KeyPrefix, pause?: number) => {
  // All at once: a version that hangs takes a minute and more, and there are two for the answer.
  const findFaults = async (event: CloudFormationCustomResourceEvent) => {
    const checks = newVersions(event).map(([name, versionArn]) =>
      checkVersion(invoke, prefix, name, versionArn, pause),
    );
    return (await Promise.all(checks)).filter((fault) => fault !== undefined);
  };
  return async (event: CloudFormationCustomResourceEvent): Promise<void> => {
    const faults = await findFaults(event).catch((error: unknown) => {
      logError('release_not_checked', error);
      return ['The check itself failed: see the log of checkRelease, release_not_checked'];
    });
    await sendCloudFormationResponse(event, faults.join('; '));
  };
};
