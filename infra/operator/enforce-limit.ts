import {
  type APIGatewayClient,
  BadRequestException,
  ConflictException,
  CreateApiKeyCommand,
  GetApiKeysCommand,
  NotFoundException,
} from '@aws-sdk/client-api-gateway';
import type { Account } from '../../lib/accounts/account-record.ts';
import type { AccountStore } from '../../lib/accounts/account-store.ts';
import { usageKeyOf } from '../../lib/accounts/usage-plan-key.ts';
import { noAccount, RefusedError } from './errors.ts';
import {
  createPlan,
  deletePlan,
  holdsKey,
  listPlans,
  moveKey,
  plansNamed,
  updatePlan,
} from './usage-plans.ts';

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
 * @throws RefusedError if there is no such account, the stage's plan is gone, or other commands
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
