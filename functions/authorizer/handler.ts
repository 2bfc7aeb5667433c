import type { APIGatewayAuthorizerResult, APIGatewayTokenAuthorizerEvent } from 'aws-lambda';
import { isApiKey, KeyPrefix } from '../../lib/accounts/api-key.ts';
import { buildKeyStore, type KeyRecord, type KeyStore } from '../../lib/accounts/key-store.ts';
import { createDocumentClient } from '../../lib/dynamodb.ts';
import { KEY_PREFIX_ENV, requireEnv } from '../../lib/env.ts';
import { logError } from '../../lib/log.ts';
import { tableName } from '../../lib/tables.ts';

/** The message that makes API Gateway answer 401 ("Use API Gateway Lambda authorizers"). */
const UNAUTHORIZED = 'Unauthorized';

/**
 * Makes the TOKEN authorizer: bearer key in, policy and account out. A key that is not one of ours
 * is 401; storage trouble is a failure of the authorizer, 503, and never an answer about the key.
 */
export const authorizerHandler =
  (
    keys: Pick<KeyStore, 'find'> = buildKeyStore(createDocumentClient(), tableName('apiKeys')),
    prefix: KeyPrefix = KeyPrefix.parse(requireEnv(KEY_PREFIX_ENV)),
  ) =>
  async ({
    authorizationToken,
    methodArn,
  }: APIGatewayTokenAuthorizerEvent): Promise<APIGatewayAuthorizerResult> => {
    const key = authorizationToken.replace(/^bearer +/i, '');
    if (!isApiKey(key, prefix)) throw new Error(UNAUTHORIZED);
    const record = await keys.find(key).catch((error: unknown) => {
      logError('authorizer_failed', error);
      throw error;
    });
    if (record === undefined) throw new Error(UNAUTHORIZED);
    return allow(record, methodArn);
  };

/**
 * Allows every method of the API. API Gateway keeps the policy for whatever the key asks next, so
 * one that named the method at hand would deny the others.
 */
const allow = ({ accountId, keyId }: KeyRecord, methodArn: string): APIGatewayAuthorizerResult => {
  const [api, stage] = methodArn.split('/');
  return {
    principalId: accountId,
    policyDocument: {
      Version: '2012-10-17',
      Statement: [
        { Effect: 'Allow', Action: 'execute-api:Invoke', Resource: `${api}/${stage}/*/*` },
      ],
    },
    context: { accountId, keyId },
  };
};

export const handler = authorizerHandler();
