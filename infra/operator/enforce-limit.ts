import {
  type APIGatewayClient,
  ConflictException,
  CreateApiKeyCommand,
  GetApiKeysCommand,
} from '@aws-sdk/client-api-gateway';
import type { Account } from '../../lib/accounts/account.ts';
import { usageKeyOf } from '../../lib/accounts/usage-key.ts';
import { RefusedError } from './errors.ts';
import { createPlan, deletePlan, listPlans, moveKey, takeKey, updatePlan } from './usage-plans.ts';

/** Where accounts are limited: the API Gateway of a deployed stage. */
export interface Gateway {
  readonly client: APIGatewayClient;
  readonly stackName: string;
  /** The id of the stage's own usage plan. */
  readonly planId: string;
}

/**
 * Gives an account its API key of API Gateway, and puts that on the stage's usage plan, or on one of the
 * account's own if its record has a limit. Every step finds what was done before,
 * so that it can be repeated; it has to be when the record was changed meanwhile.
 * @throws RefusedError if the stage's plan is gone; else the errors of the AWS SDK
 */
export const enforceLimit = async (
  { client, stackName, planId }: Gateway,
  { accountId, requestLimit }: Account,
): Promise<void> => {
  const keyId = (await findKey(client, accountId)) ?? (await createKey(client, accountId));
  const plans = await listPlans(client);
  const shared = plans.find(({ id }) => id === planId);
  if (shared === undefined) {
    throw new RefusedError(`The usage plan ${planId} of ${stackName} is gone: deploy the stage.`);
  }
  const name = `${stackName}-${accountId}`;
  const [own, ...doubles] = plans.filter((plan) => plan.name === name);
  // Names are not unique: commands at the same time may each have made one.
  for (const double of doubles) {
    await takeKey(client, keyId, double);
    await deletePlan(client, double);
  }
  if (requestLimit) {
    const to = own
      ? await updatePlan(client, own, requestLimit, shared)
      : await createPlan(client, name, requestLimit, shared);
    await moveKey(client, keyId, { from: shared, to });
  } else {
    await moveKey(client, keyId, { from: own, to: shared });
    if (own) await deletePlan(client, own);
  }
};

/** The id of an account's API key; the query finds names that begin with what is asked for. */
const findKey = async (client: APIGatewayClient, name: string): Promise<string | undefined> => {
  const { items } = await client.send(new GetApiKeysCommand({ nameQuery: name }));
  return items?.find((key) => key.name === name)?.id;
};

const createKey = async (client: APIGatewayClient, accountId: string): Promise<string> => {
  const key = new CreateApiKeyCommand({
    name: accountId,
    value: usageKeyOf(accountId),
    enabled: true,
  });
  try {
    const { id = '' } = await client.send(key);
    return id;
  } catch (error) {
    // Another operator's command was first.
    const id = error instanceof ConflictException ? await findKey(client, accountId) : undefined;
    if (id === undefined) throw error;
    return id;
  }
};
