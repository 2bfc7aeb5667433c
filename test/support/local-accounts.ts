import { limitAccount } from '../../infra/operator/accounts/accounts.ts';
import { handOutKey } from '../../infra/operator/accounts/hand-out-key.ts';
import { openLocalStage } from '../../infra/operator/stage/local-stage.ts';
import type { OpenStage } from '../../infra/operator/stage/stage.ts';
import type { Scope } from '../../lib/accounts/key-record.ts';
import type { Plan } from '../../lib/accounts/plan.ts';

/*
 * What operators do to accounts and keys of a local server, in this process: each of their commands takes half a second,
 * and these tests are of something else.
 */

/** Does some work on the data of a local server. */
export const onLocalStage = async <Result>(
  dataDir: string,
  work: (stage: OpenStage) => Promise<Result>,
  endpoint?: string,
): Promise<Result> => {
  await using stage = await openLocalStage(dataDir, endpoint);
  return await work(stage);
};

const issue = async (stage: OpenStage, accountId: string, scope: Scope = 'full') => {
  const { apiKey, key } = await handOutKey(stage, { accountId, name: 'test', scope });
  return { apiKey, keyId: key.keyId };
};

/** Creates an account, and a key of it. */
export const createAccount = (dataDir: string, name: string, scope?: Scope) =>
  onLocalStage(dataDir, async (stage) => {
    const { accountId } = await stage.accounts.create(name, stage.operator);
    return { accountId, ...(await issue(stage, accountId, scope)) };
  });

/**
 * Creates accounts on plans, and gives a key of each.
 * @param plans by the accounts' names
 * @param endpoint of the engine; empty for the folder's own
 */
export const createLimitedAccounts = (
  dataDir: string,
  plans: Readonly<Record<string, Plan>>,
  endpoint: string,
) =>
  onLocalStage(
    dataDir,
    async (stage) => {
      const keys = Object.entries(plans).map(async ([name, plan]) => {
        const { accountId } = await stage.accounts.create(name, stage.operator);
        await limitAccount(stage, accountId, plan);
        return [name, (await issue(stage, accountId)).apiKey] as const;
      });
      return new Map(await Promise.all(keys));
    },
    endpoint,
  );

/** Issues another key of an account. */
export const issueTo = (dataDir: string, accountId: string, scope?: Scope) =>
  onLocalStage(dataDir, (stage) => issue(stage, accountId, scope));

/** The plan with the highest limits: for tests that send a lot but test no limit. */
export const HIGHEST: Plan = 'bulk';

/** Puts the demo account on the plan with the highest limits. */
export const raiseDemoLimit = (dataDir: string) =>
  onLocalStage(dataDir, async (stage) => {
    const demo = (await stage.accounts.list()).find(({ name }) => name === 'demo');
    if (demo === undefined) throw new Error('The stage has no account named demo');
    await limitAccount(stage, demo.accountId, HIGHEST);
  });
