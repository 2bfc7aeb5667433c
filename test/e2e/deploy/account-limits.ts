import assert from 'node:assert/strict';
import {
  APIGatewayClient,
  CreateUsagePlanCommand,
  DeleteUsagePlanKeyCommand,
  GetUsagePlanKeysCommand,
} from '@aws-sdk/client-api-gateway';
import { listPlans } from '../../../infra/operator/usage-plans.ts';
import type { DeployedStage } from './deployed-stage.ts';
import { operate } from './keys.ts';
import type { MiniStack } from './ministack.ts';
import { send } from './stored-data.ts';

/** Limits an account by operators' commands, and expects API Gateway to apply it, also after an interrupted command. */
export const proveLimits = async (ministack: MiniStack, stage: DeployedStage): Promise<void> => {
  const { stackName, accountId, usagePlan, baseUrl } = stage;
  const client = new APIGatewayClient({
    endpoint: ministack.environment.AWS_ENDPOINT_URL_API_GATEWAY,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  const limit = (...words: string[]) =>
    operate(ministack, stage.name, 'account', 'limit', accountId, ...words);
  const ownPlan = async () => {
    const plans = await listPlans(client);
    const [own, ...doubles] = plans.filter(({ name }) => name === `${stackName}-${accountId}`);
    assert.deepEqual(doubles, [], 'There is more than one plan of an account');
    return own;
  };
  const keyOn = async (usagePlanId: string | undefined) => {
    const { items } = await client.send(new GetUsagePlanKeysCommand({ usagePlanId }));
    return items?.find(({ name }) => name === accountId)?.id;
  };
  const statuses = (count: number) =>
    Promise.all(
      Array.from({ length: count }, async () => (await send(stage, `${baseUrl}/pets`)).status),
    );

  assert.ok(await keyOn(usagePlan), 'A new account is not on the plan of the stage');

  await limit('--rate', '1', '--burst', '3');
  const plan = await ownPlan();
  assert.deepEqual(plan?.throttle, { rateLimit: 1, burstLimit: 3 });
  assert.equal(plan?.apiStages?.length, 2);
  assert.ok(await keyOn(plan?.id));
  assert.equal(await keyOn(usagePlan), undefined, 'It is on the plan of the stage too');
  assert.ok((await statuses(20)).includes(429), 'Its own limit does not hold');

  const { name, apiStages } = plan ?? {};
  await client.send(new CreateUsagePlanCommand({ name, apiStages }));
  await limit('--rate', '50', '--burst', '60');
  const changed = await ownPlan();
  assert.deepEqual(changed?.throttle, { rateLimit: 50, burstLimit: 60 });

  const keyId = await keyOn(changed?.id);
  await client.send(new DeleteUsagePlanKeyCommand({ usagePlanId: changed?.id, keyId }));
  assert.deepEqual(await statuses(1), [503], 'It is not told apart from a client’s fault');
  await operate(ministack, stage.name, 'key', 'issue', '--account', accountId, '--name', 'heals');
  assert.equal(await keyOn(changed?.id), keyId);
  assert.deepEqual(await statuses(1), [200]);

  await limit('--default');
  assert.equal(await ownPlan(), undefined);
  assert.equal(await keyOn(usagePlan), keyId);
  assert.deepEqual(await statuses(1), [200]);
  client.destroy();
};
