import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { KeyPrefix } from '../../lib/accounts/api-key.ts';
import { KEY_PREFIX_ENV, requireEnv } from '../../lib/env.ts';
import { checkReleaseHandler } from './check-release.ts';
import type { InvokeVersion } from './check-version.ts';

/** It waits a little longer than any function may take, start included, and leaves it to the check to try again. */
const createClient = () =>
  new LambdaClient({
    maxAttempts: 1,
    requestHandler: { requestTimeout: 15_000, throwOnRequestTimeout: true },
  });

const buildInvoke =
  (client: LambdaClient): InvokeVersion =>
  async (FunctionName, event) => {
    const { FunctionError, Payload } = await client.send(
      new InvokeCommand({ FunctionName, Payload: JSON.stringify(event) }),
    );
    return { failed: FunctionError !== undefined, payload: Payload?.transformToString() ?? '' };
  };

/** What is deployed. */
export const open = () =>
  checkReleaseHandler(buildInvoke(createClient()), KeyPrefix.parse(requireEnv(KEY_PREFIX_ENV)));
