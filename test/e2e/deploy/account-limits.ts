import assert from 'node:assert/strict';
import { APIGatewayClient, GetUsagePlanKeysCommand } from '@aws-sdk/client-api-gateway';
import { listPlans } from '../../../infra/operator/accounts/usage-plans.ts';
import { send } from '../../support/client.ts';
import { clientConfig, type MiniStack } from './emulator.ts';
import { type DeployedStage, operate } from './stage.ts';

/** Limits an account by operators' commands, and expects API Gateway to apply it. */
export const proveLimits = async (ministack: MiniStack, stage: DeployedStage): Promise<void> => {
  const { stackName, accountId, usagePlan } = stage;
  const { AWS_ENDPOINT_URL_API_GATEWAY } = ministack.environment;
  const client = new APIGatewayClient(clientConfig(AWS_ENDPOINT_URL_API_GATEWAY));
  const limit = (...words: string[]) =>
    operate(ministack, stage.name, 'account', 'limit', accountId, ...words);
  const ownPlan = async () => {
    const plans = await listPlans(client);
    return plans.find(({ name }) => name === `${stackName}-${accountId}`);
  };
  const keyOn = async (usagePlanId: string | undefined) => {
    const { items } = await client.send(new GetUsagePlanKeysCommand({ usagePlanId }));
    return items?.find(({ name }) => name === accountId)?.id;
  };
  const statuses = (count: number) =>
    Promise.all(Array.from({ length: count }, async () => (await send(stage, '/pets')).status));

  assert.ok(await keyOn(usagePlan), 'A new account is not on the plan of the stage');

  await limit('--rate', '1', '--burst', '3');
  const plan = await ownPlan();
  assert.deepEqual(plan?.throttle, { rateLimit: 1, burstLimit: 3 });
  assert.equal(plan?.apiStages?.length, 2);
  assert.ok(await keyOn(plan?.id));
  assert.equal(await keyOn(usagePlan), undefined, 'It is on the plan of the stage too');
  assert.ok((await statuses(20)).includes(429), 'Its own limit does not hold');

  await limit('--default');
  assert.equal(await ownPlan(), undefined);
  assert.ok(await keyOn(usagePlan), 'It is not on the plan of the stage again');
  assert.deepEqual(await statuses(1), [200]);
  client.destroy();
};
