import assert from 'node:assert/strict';
import {
  APIGatewayClient,
  CreateUsagePlanCommand,
  DeleteApiKeyCommand,
  DeleteUsagePlanKeyCommand,
  GetApiKeysCommand,
  GetUsagePlanKeyCommand,
} from '@aws-sdk/client-api-gateway';
import { listPlans } from '../../infra/operator/usage-plans.ts';
import { buildAccountStore } from '../../lib/accounts/account-store.ts';
import type { DeployedStage } from './deployed-stage.ts';
import { operate } from './keys.ts';
import type { MiniStack } from './ministack.ts';

/** What commands that were cut off, or met, may have left of an account in API Gateway. */
export const REMAINS = [
  'as it is made',
  'with its own plan',
  'with two plans for it alone',
  'without API key',
  'on no plan',
] as const;

/** What API Gateway holds of a stage's accounts, besides what their records say. */
export interface AccountsInGateway {
  /** Brings an account that was just made into such a state. */
  readonly leave: (accountId: string, remains: (typeof REMAINS)[number]) => Promise<void>;
  /** @throws AssertionError if API Gateway does not do what the account's record says */
  readonly expectAgreement: (accountId: string) => Promise<void>;
}

/** Opens the API Gateway of a stage on MiniStack. */
export const openGateway = (ministack: MiniStack, stage: DeployedStage): AccountsInGateway => {
  const accounts = buildAccountStore(stage.client, stage.tables.accounts);
  const client = new APIGatewayClient({
    endpoint: ministack.environment.AWS_ENDPOINT_URL_API_GATEWAY,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  const keysOf = async (accountId: string) => {
    const { items = [] } = await client.send(new GetApiKeysCommand({ nameQuery: accountId }));
    return items.map(({ id }) => id);
  };
  const plansOf = async (accountId: string) => {
    const plans = await listPlans(client);
    const shared = plans.find(({ id }) => id === stage.usagePlan);
    assert.ok(shared);
    const own = plans.filter(({ name }) => name === `${stage.stackName}-${accountId}`);
    return { plans, shared, own };
  };

  return {
    leave: async (accountId, remains) => {
      if (remains === 'as it is made') return;
      if (remains === 'on no plan' || remains === 'without API key') {
        const [keyId] = await keysOf(accountId);
        const usagePlanId = stage.usagePlan;
        await client.send(new DeleteUsagePlanKeyCommand({ usagePlanId, keyId }));
        if (remains === 'on no plan') return;
        await client.send(new DeleteApiKeyCommand({ apiKey: keyId }));
        return;
      }
      const limit = ['account', 'limit', accountId, '--rate', '9', '--burst', '9'];
      await operate(ministack, stage.name, ...limit);
      if (remains === 'with its own plan') return;
      const { name, apiStages } = (await plansOf(accountId)).own[0] ?? {};
      await client.send(new CreateUsagePlanCommand({ name, apiStages }));
    },

    expectAgreement: async (accountId) => {
      const { requestLimit } = (await accounts.get(accountId)) ?? {};
      const { plans, shared, own } = await plansOf(accountId);
      assert.deepEqual(
        own.map(({ throttle }) => throttle),
        requestLimit ? [{ rateLimit: requestLimit.rate, burstLimit: requestLimit.burst }] : [],
        'Its own plans are not what its record says',
      );
      const apis = (plan = shared) => plan.apiStages?.map(({ apiId }) => apiId).sort();
      assert.deepEqual(apis(own[0]), apis(), 'Its plan is not over all APIs');

      const keys = await keysOf(accountId);
      assert.equal(keys.length, 1, 'It has not one API key');
      const [keyId] = keys;
      const on: (string | undefined)[] = [];
      for (const { id: usagePlanId } of plans) {
        await client.send(new GetUsagePlanKeyCommand({ usagePlanId, keyId })).then(
          () => on.push(usagePlanId),
          () => undefined,
        );
      }
      assert.deepEqual(on, [(own[0] ?? shared).id], 'Its API key is not on its plan alone');
    },
  };
};
