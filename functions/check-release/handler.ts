import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { KeyPrefix } from '../../lib/accounts/api-key.ts';
import { KEY_PREFIX_ENV, requireEnv } from '../../lib/process/env.ts';
import { requestHandler, useNewConnections } from '../../lib/process/request-handler.ts';
import { checkReleaseHandler } from './check-release.ts';
import type { InvokeVersion } from './check-version.ts';

/** Waits a little longer than any function may take, its start included. The check itself tries again. */
const createClient = () =>
  new LambdaClient({ maxAttempts: 1, requestHandler: requestHandler(15_000) });

const buildInvoke =
  (client: LambdaClient): InvokeVersion =>
  async (FunctionName, event) => {
    useNewConnections();
    const { FunctionError, Payload } = await client.send(
      new InvokeCommand({ FunctionName, Payload: JSON.stringify(event) }),
    );
    return { failed: FunctionError !== undefined, payload: Payload?.transformToString() ?? '' };
  };

export const open = () =>
  checkReleaseHandler(buildInvoke(createClient()), KeyPrefix.parse(requireEnv(KEY_PREFIX_ENV)));
