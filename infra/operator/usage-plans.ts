import {
  type APIGatewayClient,
  CreateUsagePlanCommand,
  CreateUsagePlanKeyCommand,
  DeleteUsagePlanCommand,
  DeleteUsagePlanKeyCommand,
  GetUsagePlanKeyCommand,
  NotFoundException,
  type PatchOperation,
  paginateGetUsagePlans,
  UpdateUsagePlanCommand,
  type UsagePlan,
} from '@aws-sdk/client-api-gateway';
import type { RequestLimit } from '../../lib/accounts/request-limit.ts';

/** All usage plans of the AWS account and region. */
export const listPlans = async (client: APIGatewayClient): Promise<readonly UsagePlan[]> => {
  const plans: UsagePlan[] = [];
  for await (const { items = [] } of paginateGetUsagePlans({ client, pageSize: 500 }, {})) {
    plans.push(...items);
  }
  return plans;
};

/**
 * The plans with a name. Names are not unique: two commands at the same time may each have made
 * one. The order does not depend on API Gateway, so all commands keep the same plan.
 */
export const plansNamed = (plans: readonly UsagePlan[], name: string): readonly UsagePlan[] =>
  plans
    .filter((plan) => plan.name === name)
    .sort(({ id: one = '' }, { id: other = '' }) => (one < other ? -1 : 1));

/** Makes a plan with a limit, for the same stages of APIs as another plan. */
export const createPlan = (
  client: APIGatewayClient,
  name: string,
  { rate, burst }: RequestLimit,
  { apiStages }: UsagePlan,
): Promise<UsagePlan> =>
  client.send(
    new CreateUsagePlanCommand({
      name,
      apiStages: apiStages?.map(({ apiId, stage }) => ({ apiId, stage })),
      throttle: { rateLimit: rate, burstLimit: burst },
    }),
  );

/**
 * Gives a plan a limit, and the stages of another plan that it lacks: an API may be new. It makes
 * no call if nothing differs, as API Gateway takes one such call in 20 seconds ("Amazon API Gateway
 * quotas").
 * @returns undefined if nothing differs
 */
export const updatePlan = (
  client: APIGatewayClient,
  { id, apiStages = [], throttle }: UsagePlan,
  { rate, burst }: RequestLimit,
  shared: UsagePlan,
): Promise<UsagePlan> | undefined => {
  const missing = shared.apiStages?.filter(
    ({ apiId }) => !apiStages.some((stage) => stage.apiId === apiId),
  );
  const limit =
    throttle?.rateLimit === rate && throttle.burstLimit === burst
      ? []
      : patchThrottle({ rateLimit: rate, burstLimit: burst });
  const patchOperations = [...limit, ...patchStages('add', missing)];
  return patchOperations.length > 0
    ? client.send(new UpdateUsagePlanCommand({ usagePlanId: id, patchOperations }))
    : undefined;
};

const patchThrottle = (throttle: Readonly<Record<string, number>>): PatchOperation[] =>
  Object.entries(throttle).map(([name, value]) => ({
    op: 'replace',
    path: `/throttle/${name}`,
    value: String(value),
  }));

/** Deletes a plan. API Gateway refuses that for a plan with stages, so they are removed first. */
export const deletePlan = async (
  client: APIGatewayClient,
  { id: usagePlanId, apiStages = [] }: UsagePlan,
): Promise<void> => {
  const patchOperations = patchStages('remove', apiStages);
  if (apiStages.length > 0) {
    await client.send(new UpdateUsagePlanCommand({ usagePlanId, patchOperations }));
  }
  await client.send(new DeleteUsagePlanCommand({ usagePlanId }));
};

const patchStages = (op: 'add' | 'remove', stages: UsagePlan['apiStages'] = []) =>
  stages.map(({ apiId, stage }) => ({ op, path: '/apiStages', value: `${apiId}:${stage}` }));

/** Whether an API key is on a plan. */
export const holdsKey = (
  client: APIGatewayClient,
  keyId: string,
  { id: usagePlanId }: UsagePlan,
): Promise<boolean> => found(client.send(new GetUsagePlanKeyCommand({ usagePlanId, keyId })));

/**
 * Moves an API key to another plan: a key can be on only one plan of a stage. Between the two calls
 * its requests are refused.
 */
export const moveKey = async (
  client: APIGatewayClient,
  keyId: string,
  { from, to }: { readonly from: readonly UsagePlan[]; readonly to: UsagePlan },
): Promise<void> => {
  for (const { id: usagePlanId } of from) {
    await found(client.send(new DeleteUsagePlanKeyCommand({ usagePlanId, keyId })));
  }
  await client.send(
    new CreateUsagePlanKeyCommand({ usagePlanId: to.id, keyId, keyType: 'API_KEY' }),
  );
};

/** Whether API Gateway found the resource. */
const found = (answer: Promise<unknown>): Promise<boolean> =>
  answer.then(
    () => true,
    (error: unknown) => {
      if (error instanceof NotFoundException) return false;
      throw error;
    },
  );
