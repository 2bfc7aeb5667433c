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
import type { Account } from '../../lib/accounts/account-record.ts';
import type { AccountStore } from '../../lib/accounts/account-store.ts';
import type { RequestLimit } from '../../lib/accounts/request-limit.ts';
import { usageKeyOf } from '../../lib/accounts/usage-plan-key.ts';
import { noAccount, RefusedError } from './errors.ts';

/** The API Gateway of a deployed stage, which limits accounts. */
export interface Gateway {
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
      if (!(await changeNext(gateway, account))) return;
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !mayBeOvertaken(error)) throw error;
    }
  }
  throw new RefusedError(
    `Other commands keep changing the limit of ${accountId}: run this one again.`,
  );
};

/** Makes the first missing change. Returns false if none is missing. */
const changeNext = async (
  { client, stackName, planId }: Gateway,
  { accountId, requestLimit }: Account,
): Promise<boolean> => {
  const keyId = await findKey(client, accountId);
  if (keyId === undefined) return done(createKey(client, accountId));

  const plans = await listPlans(client);
  const shared = plans.find(({ id }) => id === planId);
  if (shared === undefined) {
    throw new RefusedError(`The usage plan ${planId} of ${stackName} is gone: deploy the stage.`);
  }
  const name = `${stackName}-${accountId}`;
  const named = plansNamed(plans, name);
  const own = requestLimit && named[0];
  if (requestLimit) {
    if (!own) return done(createPlan(client, name, requestLimit, shared));
    const update = updatePlan(client, own, requestLimit, shared);
    if (update) return done(update);
  }

  const plan = own ?? shared;
  const others = [shared, ...named].filter((other) => other !== plan);
  if (!(await holdsKey(client, keyId, plan))) {
    return done(moveKey(client, keyId, { from: others, to: plan }));
  }
  const leftOver = named.find((other) => other !== own);
  return leftOver ? done(deletePlan(client, leftOver)) : false;
};

const done = (change: Promise<unknown>): Promise<true> => change.then(() => true);

/** Whether an error of API Gateway may come from another command's earlier change. */
const mayBeOvertaken = (error: unknown): boolean =>
  error instanceof ConflictException ||
  error instanceof NotFoundException ||
  // Deletion of a plan that another command tied to a stage again.
  error instanceof BadRequestException;

/** The id of an account's API key. The query finds all names that begin with the given one. */
const findKey = async (client: APIGatewayClient, name: string): Promise<string | undefined> => {
  const { items } = await client.send(new GetApiKeysCommand({ nameQuery: name }));
  return items?.find((key) => key.name === name)?.id;
};

const createKey = (client: APIGatewayClient, accountId: string): Promise<unknown> =>
  client.send(
    new CreateApiKeyCommand({ name: accountId, value: usageKeyOf(accountId), enabled: true }),
  );

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

const createPlan = (
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
const updatePlan = (
  client: APIGatewayClient,
  { id, apiStages = [], throttle }: UsagePlan,
  { rate, burst }: RequestLimit,
  shared: UsagePlan,
): Promise<UsagePlan> | undefined => {
  const missing = shared.apiStages?.filter(
    ({ apiId }) => !apiStages.some((stage) => stage.apiId === apiId),
  );
  const isLimited = throttle?.rateLimit === rate && throttle.burstLimit === burst;
  const limit = Object.entries({ rateLimit: rate, burstLimit: burst }).map(([name, value]) => ({
    op: 'replace' as const,
    path: `/throttle/${name}`,
    value: String(value),
  }));
  const patchOperations = [...(isLimited ? [] : limit), ...patchStages('add', missing)];
  return patchOperations.length > 0
    ? client.send(new UpdateUsagePlanCommand({ usagePlanId: id, patchOperations }))
    : undefined;
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

const holdsKey = (
  client: APIGatewayClient,
  keyId: string,
  { id: usagePlanId }: UsagePlan,
): Promise<boolean> => found(client.send(new GetUsagePlanKeyCommand({ usagePlanId, keyId })));

/**
 * Moves an API key to another plan: a key can be on only one plan of a stage. Between the two calls
 * its requests are refused.
 */
const moveKey = async (
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

const found = (answer: Promise<unknown>): Promise<boolean> =>
  answer.then(
    () => true,
    (error: unknown) => {
      if (error instanceof NotFoundException) return false;
      throw error;
    },
  );
