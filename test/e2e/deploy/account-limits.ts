import assert from 'node:assert/strict';
import { APIGatewayClient, GetUsagePlanKeysCommand } from '@aws-sdk/client-api-gateway';
import { planOutput } from '../../../infra/stacks/names.ts';
import { Plan } from '../../../lib/accounts/plan.ts';
import { send } from '../../support/client.ts';
import { clientConfig } from './emulator.ts';
import { type DeployedStage, operate } from './stage.ts';

/** Moves an account between the plans by operators' commands, and expects API Gateway to have its key there alone. */
export const proveLimits = async (stage: DeployedStage): Promise<void> => {
  const { accountId, ministack, output } = stage;
  const client = new APIGatewayClient(clientConfig(ministack.endpoint));
  const expectPlan = async (expected: string) => {
    for (const plan of Plan.options) {
      const list = new GetUsagePlanKeysCommand({ usagePlanId: output(planOutput(plan)) });
      const { items = [] } = await client.send(list);
      const keys = items.filter(({ name }) => name === accountId);
      assert.equal(keys.length, plan === expected ? 1 : 0, `It is not on ${expected} alone`);
    }
  };
  await expectPlan('standard');
  for (const plan of ['large', 'large', 'bulk', 'standard']) {
    await operate(stage, 'account', 'limit', accountId, '--plan', plan);
    await expectPlan(plan);
    assert.equal((await send(stage, '/pets')).status, 200);
  }
  client.destroy();
};
