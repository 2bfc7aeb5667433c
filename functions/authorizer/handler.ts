import type { APIGatewayAuthorizerResult, APIGatewayTokenAuthorizerEvent } from 'aws-lambda';
import { isApiKey, keyPrefix } from '../../lib/accounts/api-key.ts';
import { buildFindKey } from '../../lib/accounts/find-key.ts';
import { type Key, keyState, type Scope } from '../../lib/accounts/key-record.ts';
import { buildRecordUse } from '../../lib/accounts/record-last-use.ts';
import { usageKeyOf } from '../../lib/accounts/usage-plan-key.ts';
import { type Clock, systemClock } from '../../lib/process/clock.ts';
import { logError, logWarning } from '../../lib/process/log.ts';
import { openStorage } from '../../lib/storage/open-storage.ts';
import { AUTHORIZER_ACCESS } from './access.ts';

/** The message that makes API Gateway answer 401 ("Use API Gateway Lambda authorizers"). */
const UNAUTHORIZED = 'Unauthorized';

/**
 * Makes the TOKEN authorizer: bearer key in, policy and account out. A key that is not one of ours,
 * or has ended, is 401; storage trouble is a failure of the authorizer, 503, and never an answer
 * about the key.
 */
export const open =
  (
    { find, recordUse } = openStorage(AUTHORIZER_ACCESS, (client, tables) => ({
      find: buildFindKey(client, tables),
      recordUse: buildRecordUse(client, tables),
    })),
    prefix = keyPrefix(),
    clock: Clock = systemClock,
  ) =>
  async ({
    authorizationToken,
    methodArn,
  }: APIGatewayTokenAuthorizerEvent): Promise<APIGatewayAuthorizerResult> => {
    const apiKey = authorizationToken.replace(/^bearer +/i, '');
    if (!isApiKey(apiKey, prefix)) throw new Error(UNAUTHORIZED);
    const key = await find(apiKey).catch((error: unknown) => {
      logError('authorizer_failed', error);
      throw error;
    });
    const now = clock();
    if (key === undefined || keyState(key, now) !== 'active') throw new Error(UNAUTHORIZED);
    // A failed write of the last use must not deny access.
    await recordUse(key, now).catch((error: unknown) => logWarning('use_not_recorded', error));
    return allow(key, methodArn);
  };

/** The methods of each scope. Those that only read are the safe ones of RFC 9110, section 9.2.1. */
const METHODS: Readonly<Record<Scope, readonly string[]>> = {
  full: ['*'],
  read: ['GET', 'HEAD', 'OPTIONS'],
};

/**
 * Allows the methods of the key's scope on every path of the API. API Gateway caches the policy for all
 * requests with this key, so a policy for one method would deny the others.
 */
const allow = ({ accountId, keyId, scope }: Key, methodArn: string): APIGatewayAuthorizerResult => {
  const [api, stage] = methodArn.split('/');
  return {
    principalId: accountId,
    policyDocument: {
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Allow',
          Action: 'execute-api:Invoke',
          Resource: METHODS[scope].map((method) => `${api}/${stage}/${method}/*`),
        },
      ],
    },
    context: { accountId, keyId },
    // The account's usage plan counts the request by this.
    usageIdentifierKey: usageKeyOf(accountId),
  };
};
