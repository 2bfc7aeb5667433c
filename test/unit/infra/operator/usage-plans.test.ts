import { APIGatewayClient } from '@aws-sdk/client-api-gateway';
import { expect, test } from '@jest/globals';
import { putOnPlan } from '../../../../infra/operator/stage/usage-plans.ts';
import type { Account } from '../../../../lib/accounts/account-record.ts';
import type { Plan } from '../../../../lib/accounts/plan.ts';
import { startStubService } from '../../../support/stub-service.ts';

const ACCOUNT = { accountId: 'acct_1' } as Account;

/**
 * Puts an account on `large`, in an API Gateway that has its key on these plans; undefined if it has no key.
 * @param after the plan in its record at the end
 * @returns what was asked but the reads of keys, the plans that have its key then, and how it ended
 */
const putOnLarge = async (on: readonly Plan[] | undefined, after: Plan = 'large') => {
  const plans = new Set(on);
  let hasKey = on !== undefined;
  const changes: string[] = [];
  await using aws = await startStubService((request, response) => {
    const [, , kind = '', plan = ''] = request.url?.split(/[/?]/) ?? [];
    const own = { item: ['acct_11', 'acct_1'].map((name) => ({ id: `id-of-${name}`, name })) };
    const answer = (body: object, status = 200, error = 'NotFoundException') => {
      response.writeHead(status, status < 400 ? {} : { 'x-amzn-errortype': error });
      response.end(JSON.stringify(body));
    };
    if (request.method !== 'GET') changes.push(`${request.method} ${kind} ${plan}`.trim());
    if (request.method === 'DELETE') answer({}, plans.delete(plan as Plan) ? 202 : 404);
    else if (request.method === 'GET') {
      answer((kind === 'apikeys' ? hasKey : plans.has(plan as Plan)) ? own : { item: [] });
    } else if (kind === 'apikeys') {
      hasKey = true;
      answer({ id: 'id-of-acct_1' }, 201);
    } else if (plans.size > 0) answer({}, 409, 'ConflictException');
    else answer({}, plans.add(plan as Plan) ? 201 : 409);
  });
  const client = new APIGatewayClient({
    endpoint: aws.baseUrl,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  const get = async () => ({ ...ACCOUNT, plan: after });
  const put = putOnPlan(client, (plan) => plan, { get }, { ...ACCOUNT, plan: 'large' });
  const [result] = await Promise.allSettled([put]);
  client.destroy();
  return { changes, on: [...plans], result };
};

test.each<[string, readonly Plan[] | undefined, readonly string[]]>([
  ['is on it already', ['large'], []],
  ['is on another', ['bulk'], []],
  ['is on none, as a command was cut off', [], []],
  ['has no key yet', undefined, ['POST apikeys']],
])('an account that %s is then on the plan of its record', async (_what, on, created) => {
  const moved = ['DELETE usageplans standard', 'DELETE usageplans bulk', 'POST usageplans large'];
  const changes = on?.includes('large') ? [] : [...created, ...moved];
  const result = { status: 'fulfilled' };
  expect(await putOnLarge(on)).toMatchObject({ changes, on: ['large'], result });
});

test('a command that meets another one says: run it again', async () => {
  const { result } = await putOnLarge(['bulk'], 'bulk');
  const message = 'Another command put acct_1 on the plan bulk: run account limit again.';
  expect(result).toMatchObject({ reason: { message } });
});
