import assert from 'node:assert/strict';
import { APIGatewayClient, GetUsagePlanKeysCommand } from '@aws-sdk/client-api-gateway';
import { Plan } from '../../../lib/accounts/plan.ts';
import { send } from '../../support/client.ts';
import { clientConfig, type MiniStack } from './emulator.ts';
import { type DeployedStage, operate } from './stage.ts';

/** Moves an account between the plans by operators' commands, and expects API Gateway to have its key there alone. */
export const proveLimits = async (ministack: MiniStack, stage: DeployedStage): Promise<void> => {
  const { accountId, planIds } = stage;
  const client = new APIGatewayClient(clientConfig(ministack.endpoint));
  const plansOf = async () => {
    const found: Plan[] = [];
    for (const plan of Plan.options) {
      const list = new GetUsagePlanKeysCommand({ usagePlanId: planIds[plan] });
      const { items = [] } = await client.send(list);
      found.push(...items.filter(({ name }) => name === accountId).map(() => plan));
    }
    return found;
  };
  assert.deepEqual(await plansOf(), ['standard'], 'A new account is on another plan');
  for (const plan of ['large', 'large', 'bulk', 'standard']) {
    await operate(ministack, stage.name, 'account', 'limit', accountId, '--plan', plan);
    assert.deepEqual(await plansOf(), [plan]);
    assert.equal((await send(stage, '/pets')).status, 200);
  }
  client.destroy();
};
