import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { keyPrefix } from '../../lib/accounts/api-key.ts';
import { requestHandler, useNewConnections } from '../../lib/process/request-handler.ts';
import { buildBackfillStates } from '../../lib/storage/backfill-state.ts';
import { openStorage } from '../../lib/storage/open-storage.ts';
import { CHECK_RELEASE_ACCESS } from './access.ts';
import { checkReleaseHandler } from './check-release.ts';
import type { InvokeVersion } from './check-version.ts';

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
  checkReleaseHandler(
    // Waits a little longer than any function may take, its start included. The check itself tries again.
    buildInvoke(new LambdaClient({ maxAttempts: 1, requestHandler: requestHandler(15_000) })),
    keyPrefix(),
    openStorage(CHECK_RELEASE_ACCESS, buildBackfillStates),
  );
