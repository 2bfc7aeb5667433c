import { json } from 'node:stream/consumers';
import {
  APIGatewayClient,
  type UpdateUsagePlanRequest,
  type UsagePlan,
} from '@aws-sdk/client-api-gateway';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { enforceLimit, plansNamed } from '../../../../infra/operator/accounts/usage-plans.ts';
import type { Account } from '../../../../lib/accounts/account-record.ts';
import { startStubService } from '../../../support/stub-service.ts';

const ACCOUNT: Account = {
  accountId: 'acct_1',
  name: 'Shelter',
  createdAt: '2026-01-01T00:00:00Z',
  createdBy: 'test',
  keys: {},
};

/**
 * Enforces the limit of an account whose API key is on no plan of an API Gateway.
 * @param putOnPlan the status that puts the key on a plan, for each attempt; the last one for all that follow
 * @param limitAt what the account's record says at a look
 */
const enforce = async (
  putOnPlan: readonly number[],
  limitAt: (look: number) => Account['requestLimit'] = () => undefined,
) => {
  const plans: UsagePlan[] = [{ id: 'shared', name: 'stage' }];
  const holding = new Set<string>();
  const changes: string[] = [];
  await using aws = await startStubService(async (request, response) => {
    const [, , kind = '', planId = '', keys] = request.url?.split(/[/?]/) ?? [];
    const answer = (status: number, body: unknown, error = 'ConflictException') => {
      response.writeHead(status, status < 400 ? {} : { 'x-amzn-errortype': error });
      response.end(JSON.stringify(body));
    };
    if (request.method !== 'GET') changes.push(`${request.method} ${kind}/${planId}`);
    if (kind === 'apikeys') answer(200, { item: [{ id: 'key', name: ACCOUNT.accountId }] });
    else if (request.method === 'POST' && keys) {
      const status = putOnPlan[changes.length - 1] ?? putOnPlan.at(-1) ?? 201;
      if (status === 201) holding.add(planId);
      answer(status, {}, status === 403 ? 'AccessDeniedException' : undefined);
    } else if (request.method === 'DELETE') answer(holding.delete(planId) ? 202 : 404, {});
    else if (request.method === 'POST') {
      plans.push({ id: 'own', name: 'stage-acct_1', throttle: { rateLimit: 9, burstLimit: 9 } });
      answer(201, {});
    } else if (request.method === 'PATCH') {
      const own = plans.find(({ id }) => id === planId);
      const { patchOperations } = (await json(request)) as UpdateUsagePlanRequest;
      for (const { path = '', value } of patchOperations ?? []) {
        Object.assign(own?.throttle ?? {}, { [path.replace('/throttle/', '')]: Number(value) });
      }
      answer(200, own);
    } else if (keys && holding.has(planId)) answer(200, { id: 'key' });
    else if (keys) answer(404, {}, 'NotFoundException');
    else answer(200, { item: plans });
  });
  const client = new APIGatewayClient({
    endpoint: aws.baseUrl,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    maxAttempts: 1,
  });
  let looks = 0;
  const get = async (): Promise<Account> => {
    looks += 1;
    const requestLimit = limitAt(looks);
    return { ...ACCOUNT, ...(requestLimit && { requestLimit }) };
  };
  const error = await enforceLimit(
    { client, stackName: 'stage', planId: 'shared' },
    { get },
    'acct_1',
  )
    .then(() => undefined)
    .catch(({ name }: Error) => name);
  client.destroy();
  return { changes, looks, error };
};

describe('a command that others meet', () => {
  test('looks again after its change, and after one that API Gateway refused as another came first', async () => {
    expect(await enforce([409, 201])).toEqual({
      changes: ['POST usageplans/shared', 'POST usageplans/shared'],
      looks: 3,
      error: undefined,
    });
  });

  test('follows a record that another has changed meanwhile', async () => {
    const limitAt = (look: number) =>
      look === 1 ? undefined : { rate: look < 4 ? 9 : 5, burst: 9 };
    const { changes, error } = await enforce([201], limitAt);
    expect(error).toBeUndefined();
    expect(changes).toEqual([
      'POST usageplans/shared',
      'POST usageplans/',
      'DELETE usageplans/shared',
      'POST usageplans/own',
      'PATCH usageplans/own',
    ]);
  });

  test('gives up at last, and at once where AWS forbids it', async () => {
    expect(await enforce([409])).toMatchObject({ looks: 30, error: 'ConflictException' });
    expect(await enforce([403])).toMatchObject({ looks: 1, error: 'AccessDeniedException' });
  });
});

test('commands at the same time keep the same plan, in whatever order API Gateway lists them', () => {
  const ours = ['a1', 'b2', 'c3', 'd4'].map((id) => ({ id, name: 'ours' }));
  const plans = [...ours, { id: 'a0', name: 'other' }];
  fc.assert(
    fc.property(fc.shuffledSubarray(plans, { minLength: plans.length }), (listed) => {
      expect(plansNamed(listed, 'ours')).toEqual(ours);
    }),
  );
});
