import { API_KEY_PATTERN } from '../../../lib/accounts/api-key.ts';
import type { ApiName } from '../../../lib/http/contract.ts';
import type { AccessLogEntry } from './http-server.ts';
import type { AppendLine } from './log-file.ts';

/**
 * Makes what prints each request of an API, without a key that a client put into the path by mistake. It also adds what the
 * access log on AWS has of it (`access-log-format.ts`), but for its trace and latencies: nothing outside of the stage.
 */
export const createAccessLog =
  (api: ApiName, append: AppendLine) =>
  (entry: AccessLogEntry): void => {
    const { requestId, httpMethod: method, resourcePath, ms } = entry;
    const { accountId = '-', keyId = '-', responseType = '-' } = entry;
    const requestTime = new Date().toISOString();
    const status = String(entry.status);
    const path = entry.path.replace(API_KEY_PATTERN, 'pet_***');
    console.log(`${requestTime} ${status} ${method} ${path} ${ms} ms ${accountId} ${requestId}`);
    if (resourcePath === undefined) return;
    const message = JSON.stringify({
      requestId,
      extendedRequestId: entry.extendedRequestId,
      authorizerRequestId: requestId,
      integrationRequestId: requestId,
      ...{ requestTime, accountId, keyId, method, resourcePath, status, responseType },
      responseLatency: String(ms),
    });
    append({ log: `${api}-api`, message });
  };
