import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { generateApiKey } from '../../../lib/accounts/api-key.ts';
import { StorageUnavailableError } from '../../../lib/storage-errors.ts';

Object.assign(process.env, {
  AWS_REGION: 'us-east-1',
  API_KEYS_TABLE: 'api-keys',
  API_KEY_PREFIX: 'pet_test_',
});
const { authorizerHandler } = await import('../../../functions/authorizer/handler.ts');

const METHOD_ARN = 'arn:aws:execute-api:us-east-1:000000000000:abc/v1/GET/pets/5';
const KEY = generateApiKey('pet_test_');

const authorize = (token: string, find = async () => ({ keyId: 'key_1', accountId: 'acct_1' })) =>
  authorizerHandler(
    { find },
    'pet_test_',
  )({
    type: 'TOKEN',
    authorizationToken: token,
    methodArn: METHOD_ARN,
  });

afterEach(() => {
  jest.restoreAllMocks();
});

describe('the authorizer', () => {
  test('allows every method of the API, as API Gateway keeps its answer for the next request', async () => {
    expect(await authorize(`Bearer ${KEY}`)).toEqual({
      principalId: 'acct_1',
      policyDocument: {
        Version: '2012-10-17',
        Statement: [
          {
            Effect: 'Allow',
            Action: 'execute-api:Invoke',
            Resource: 'arn:aws:execute-api:us-east-1:000000000000:abc/v1/*/*',
          },
        ],
      },
      context: { accountId: 'acct_1', keyId: 'key_1' },
    });
  });

  test.each(['bearer', 'BEARER'])('takes the scheme written %s', async (scheme) => {
    expect(await authorize(`${scheme} ${KEY}`)).toMatchObject({ principalId: 'acct_1' });
  });

  test.each([
    ['a mistyped key', `Bearer ${KEY.slice(0, -1)}${KEY.endsWith('x') ? 'y' : 'x'}`],
    ['a key of another stage', `Bearer ${generateApiKey('pet_live_')}`],
    ['another scheme', `Basic ${KEY}`],
    ['nothing', ''],
  ])('throws Unauthorized for %s, without a read', async (_what, token) => {
    const find = jest.fn(async () => ({ keyId: 'key_1', accountId: 'acct_1' }));
    await expect(authorize(token, find)).rejects.toThrow(/^Unauthorized$/);
    expect(find).not.toHaveBeenCalled();
  });

  test('throws Unauthorized for a key that was never issued', async () => {
    const keys = { find: async () => undefined };
    const answer = authorizerHandler(
      keys,
      'pet_test_',
    )({
      type: 'TOKEN',
      authorizationToken: `Bearer ${KEY}`,
      methodArn: METHOD_ARN,
    });
    await expect(answer).rejects.toThrow(/^Unauthorized$/);
  });

  test('fails, and says nothing about the key, when storage does', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => {});
    const find = async () => {
      throw new StorageUnavailableError('down');
    };
    await expect(authorize(`Bearer ${KEY}`, find)).rejects.toThrow(StorageUnavailableError);
    expect(String(log.mock.calls)).toContain('authorizer_failed');
    expect(String(log.mock.calls)).not.toContain(KEY.slice(9));
  });
});
