import {
  type APIGatewayClient,
  BadRequestException,
  ConflictException,
  CreateApiKeyCommand,
  CreateUsagePlanCommand,
  CreateUsagePlanKeyCommand,
  DeleteUsagePlanCommand,
  DeleteUsagePlanKeyCommand,
  GetApiKeysCommand,
  GetUsagePlanKeyCommand,
  NotFoundException,
  paginateGetUsagePlans,
  UpdateUsagePlanCommand,
  type UsagePlan,
} from '@aws-sdk/client-api-gateway';
import type { Account } from '../../../lib/accounts/account-record.ts';
import type { AccountStore } from '../../../lib/accounts/account-store.ts';
import { usageKeyOf } from '../../../lib/accounts/usage-plan-key.ts';
import { noAccount, RefusedError } from '../terminal/errors.ts';

/** The API Gateway of a deployed stage, which limits accounts. */
interface Gateway {
  readonly client: APIGatewayClient;
  readonly stackName: string;
  /** The id of the stage's own usage plan. */
  readonly planId: string;
}

/** A command without others at the same time needs five at most. */
const MAX_ATTEMPTS = 30;

/**
 * Gives an account its API key of API Gateway, and puts that key on the account's own usage plan if
 * its record has a limit, else on the stage's.
 * API Gateway has no conditional writes, and another command may change the record or the plans
 * between two calls. So after each change it reads both again, until there is nothing left to
 * change.
 * @throws RefusedError if the account does not exist, the stage's plan is gone, or other commands
 * keep making changes; else the errors of the AWS SDK
 */
export const enforceLimit = async (
  gateway: Gateway,
  accounts: Pick<AccountStore, 'get'>,
  accountId: string,
): Promise<void> => {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const account = await accounts.get(accountId);
    if (account === undefined) throw noAccount(accountId);
    try {
      const change = await findChange(gateway, account);
      if (change === undefined) return;
      await change();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !mayBeOvertaken(error)) throw error;
    }
  }
  throw new RefusedError(
    `Other commands keep changing the limit of ${accountId}: run this one again.`,
  );
};

/** Finds the first missing change. It is made when it is called. */
const findChange = async (
  { client, stackName, planId }: Gateway,
  { accountId, requestLimit }: Account,
): Promise<(() => Promise<unknown>) | undefined> => {
  // The query finds all names that begin with this one.
  const { items = [] } = await client.send(new GetApiKeysCommand({ nameQuery: accountId }));
  const key = items.find(({ name }) => name === accountId);
  if (key === undefined) {
    const value = usageKeyOf(accountId);
    return () => client.send(new CreateApiKeyCommand({ name: accountId, value, enabled: true }));
  }

  const plans = await listPlans(client);
  const shared = plans.find(({ id }) => id === planId);
  if (shared === undefined) {
    throw new RefusedError(`The usage plan ${planId} of ${stackName} is gone: deploy the stage.`);
  }
  const name = `${stackName}-${accountId}`;
  const named = plansNamed(plans, name);
  const own = requestLimit && named[0];
  if (requestLimit) {
    const throttle = { rateLimit: requestLimit.rate, burstLimit: requestLimit.burst };
    const apiStages = shared.apiStages?.map(({ apiId, stage }) => ({ apiId, stage }));
    if (!own) return () => client.send(new CreateUsagePlanCommand({ name, apiStages, throttle }));
    const patchOperations = differencesOf(own, { throttle, apiStages });
    // API Gateway takes one such call in 20 seconds ("Amazon API Gateway quotas").
    if (patchOperations.length > 0) {
      const usagePlanId = own.id;
      return () => client.send(new UpdateUsagePlanCommand({ usagePlanId, patchOperations }));
    }
  }

  const plan = own ?? shared;
  const onPlan = { usagePlanId: plan.id, keyId: key.id };
  if (!(await found(client.send(new GetUsagePlanKeyCommand(onPlan))))) {
    // A key can be on only one plan of a stage. Between the two calls its requests are refused.
    return async () => {
      for (const { id: usagePlanId } of [shared, ...named].filter((other) => other !== plan)) {
        await found(client.send(new DeleteUsagePlanKeyCommand({ ...onPlan, usagePlanId })));
      }
      await client.send(new CreateUsagePlanKeyCommand({ ...onPlan, keyType: 'API_KEY' }));
    };
  }
  const leftOver = named.find((other) => other !== own);
  return leftOver && (() => deletePlan(client, leftOver));
};

/** Whether an error of API Gateway may come from another command's earlier change. */
const mayBeOvertaken = (error: unknown): boolean =>
  error instanceof ConflictException ||
  error instanceof NotFoundException ||
  // Deletion of a plan that another command tied to a stage again.
  error instanceof BadRequestException;

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

/** What gives a plan a limit, and the stages that it lacks: an API may be new. */
const differencesOf = (
  { apiStages = [], throttle }: UsagePlan,
  wanted: Pick<UsagePlan, 'apiStages' | 'throttle'>,
) => {
  const missing = wanted.apiStages?.filter(
    ({ apiId }) => !apiStages.some((stage) => stage.apiId === apiId),
  );
  const limits = (['rateLimit', 'burstLimit'] as const)
    .filter((name) => throttle?.[name] !== wanted.throttle?.[name])
    .map((name) => ({
      op: 'replace' as const,
      path: `/throttle/${name}`,
      value: String(wanted.throttle?.[name]),
    }));
  return [...limits, ...patchStages('add', missing)];
};

/** Deletes a plan. API Gateway refuses that for a plan with stages, so they are removed first. */
const deletePlan = async (
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

const found = (answer: Promise<unknown>): Promise<boolean> =>
  answer.then(
    () => true,
    (error: unknown) => {
      if (error instanceof NotFoundException) return false;
      throw error;
    },
  );
