import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { KeyPrefix } from '../../lib/accounts/api-key.ts';
import { KEY_PREFIX_ENV, requireEnv } from '../../lib/env.ts';
import { checkReleaseHandler } from './check-release.ts';
import type { InvokeVersion } from './check-version.ts';

const client = new LambdaClient();

const invoke: InvokeVersion = async (FunctionName, event) => {
  const { FunctionError, Payload } = await client.send(
    new InvokeCommand({ FunctionName, Payload: JSON.stringify(event) }),
  );
  return { failed: FunctionError !== undefined, payload: Payload?.transformToString() ?? '' };
};

export const handler = checkReleaseHandler(invoke, KeyPrefix.parse(requireEnv(KEY_PREFIX_ENV)));
