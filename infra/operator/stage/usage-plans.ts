import {
  type APIGatewayClient,
  CreateApiKeyCommand,
  CreateUsagePlanKeyCommand,
  DeleteUsagePlanKeyCommand,
  GetApiKeysCommand,
  GetUsagePlanKeysCommand,
  NotFoundException,
} from '@aws-sdk/client-api-gateway';
import { type Account, planOf } from '../../../lib/accounts/account-record.ts';
import type { AccountStore } from '../../../lib/accounts/account-store.ts';
import { Plan } from '../../../lib/accounts/plan.ts';
import { usageKeyOf } from '../../../lib/accounts/usage-plan-key.ts';
import { ifError } from '../../command-line/errors.ts';
import { RefusedError } from '../terminal/errors.ts';

/**
 * Puts an account's API key of API Gateway on the usage plan that its record names, and creates the key if it is missing. If
 * it is there already, this is one call. A key can be on only one plan of a stage: while it moves, the account gets 503. What
 * was interrupted is completed by another run.
 * @param planId the id of a usage plan
 * @throws RefusedError if another command changed the record meanwhile; else the errors of the AWS SDK
 */
export const putOnPlan = async (
  client: APIGatewayClient,
  planId: (plan: Plan) => string,
  accounts: Pick<AccountStore, 'get'>,
  account: Account,
): Promise<void> => {
  const { accountId } = account;
  const plan = planOf(account);
  const usagePlanId = planId(plan);
  // These queries find all names that begin with this one.
  const named = { nameQuery: accountId };
  const isOwn = ({ name }: { readonly name?: string | undefined }) => name === accountId;
  const onPlan = await client.send(new GetUsagePlanKeysCommand({ usagePlanId, ...named }));
  if (onPlan.items?.some(isOwn)) return;

  const keys = await client.send(new GetApiKeysCommand(named));
  const value = usageKeyOf(accountId);
  const create = new CreateApiKeyCommand({ name: accountId, value, enabled: true });
  const { id: keyId } = keys.items?.find(isOwn) ?? (await client.send(create));
  for (const other of Plan.options.filter((each) => each !== plan)) {
    const move = new DeleteUsagePlanKeyCommand({ usagePlanId: planId(other), keyId });
    await client.send(move).catch(ifError(NotFoundException, undefined));
  }
  await client.send(new CreateUsagePlanKeyCommand({ usagePlanId, keyId, keyType: 'API_KEY' }));

  const after = planOf((await accounts.get(accountId)) ?? account);
  if (after === plan) return;
  throw new RefusedError(
    `Another command put ${accountId} on the plan ${after}: run account limit again.`,
  );
};
