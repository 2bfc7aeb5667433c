import type { CloudFormationCustomResourceEvent } from 'aws-lambda';
import type { KeyPrefix } from '../../lib/accounts/api-key.ts';
import { logError } from '../../lib/log.ts';
import { checkVersion, type InvokeVersion } from './check-version.ts';
import { newVersions } from './new-versions.ts';
import { respond } from './respond.ts';

/**
 * Makes the custom resource of CloudFormation that stands before the aliases `live`: a version that cannot answer
 * gets no request of a client, and the deployment is taken back.
 */
export const checkReleaseHandler =
  (invoke: InvokeVersion, prefix: KeyPrefix, pause?: number) =>
  async (event: CloudFormationCustomResourceEvent): Promise<void> => {
    const faults: string[] = [];
    try {
      for (const [name, versionArn] of newVersions(event)) {
        const fault = await checkVersion(invoke, prefix, name, versionArn, pause);
        if (fault !== undefined) faults.push(fault);
      }
    } catch (error) {
      logError('release_not_checked', error);
      faults.push(`The check itself failed: see the log of checkRelease, release_not_checked`);
    }
    await respond(event, faults.join('; '));
  };
