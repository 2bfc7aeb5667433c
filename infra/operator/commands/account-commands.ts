import { type Command, Option } from 'commander';
import { type Account, accountState, planOf } from '../../../lib/accounts/account-record.ts';
import { Plan } from '../../../lib/accounts/plan.ts';
import { closeAccount, limitAccount } from '../accounts/accounts.ts';
import { cancelOrders } from '../accounts/cancel-orders.ts';
import { parseAccountId, parseName } from '../terminal/arguments.ts';
import { type Columns, minute, refusedBy, table } from '../terminal/output.ts';
import { onStage } from './run.ts';

export const addAccountCommands = (program: Command): void => {
  const account = program.command('account').description('Who keys are issued to.');

  account
    .command('create')
    .description('Make an account. Its id goes to standard output.')
    .requiredOption('--name <name>', '1 to 128 characters', parseName)
    .action(
      onStage(async (stage, { result, note }, { name }: { readonly name: string }) => {
        const created = await stage.accounts.create(name, stage.operator);
        const { accountId } = created;
        note(`Made the account ${name}: key issue --account ${accountId} makes its first key.`);
        await stage.putOnPlan(created);
        await result(accountView(created), accountId);
      }, 'Make an account'),
    );

  account
    .command('list')
    .description('List all accounts, the oldest first.')
    .action(
      onStage(async ({ accounts }, { result, note }) => {
        const all = await accounts.list();
        await result(all.map(accountView), table(all, ACCOUNT_COLUMNS));
        if (all.length === 0) note('There are none yet: account create makes one.');
      }),
    );

  account
    .command('limit')
    .description('Put an account on the plan that says what it may send. You can repeat it.')
    .argument('<account-id>', 'acct_…', parseAccountId)
    .addOption(
      new Option('--plan <plan>', 'docs/operators.md has their limits')
        .choices(Plan.options)
        .makeOptionMandatory(),
    )
    .action(
      onStage(
        async (stage, { result, note }, accountId: string, { plan }: { readonly plan: Plan }) => {
          const limited = await limitAccount(stage, accountId, plan);
          note(`The account ${accountId} is on the plan ${plan} now.`);
          await result(accountView(limited), table([limited], ACCOUNT_COLUMNS));
        },
        (accountId, { plan }) => `Put ${accountId} on the plan ${plan}`,
      ),
    );

  account
    .command('close')
    .description('Close an account, for good, and revoke all its keys.')
    .argument('<account-id>', 'acct_…', parseAccountId)
    .action(
      onStage(
        async (stage, { result, note }, accountId: string) => {
          const { account: closed, revoked } = await closeAccount(stage, accountId);
          const end = refusedBy(new Date());
          note(
            `Closed ${accountId} and revoked ${revoked.length} of its keys. All its keys are refused by ${end} at the latest.`,
          );
          await result(
            { ...accountView(closed), refusedBy: end, revoked: revoked.map(({ keyId }) => keyId) },
            table([closed], ACCOUNT_COLUMNS),
          );
        },
        (accountId) => `Close ${accountId} and revoke all its keys`,
      ),
    );

  account
    .command('cancel-orders')
    .description('Cancel the open orders of a closed account: its own, and those for its pets.')
    .argument('<account-id>', 'acct_…', parseAccountId)
    .action(
      onStage(
        async (stage, { result, note, waitUntil }, accountId: string) => {
          const cancelled = await cancelOrders(stage, accountId, waitUntil);
          note(`Cancelled ${cancelled.length} orders of ${accountId}. Their pets are available.`);
          await result(cancelled.map(String), cancelled.join('\n'));
        },
        (accountId) => `Cancel the open orders of ${accountId}`,
      ),
    );
};

/** An account's record with its state. Its keys have records of their own. */
const accountView = ({ keys: _keys, ...account }: Account) => ({
  ...account,
  plan: planOf(account),
  state: accountState(account),
});

const ACCOUNT_COLUMNS: Columns<Account> = {
  ACCOUNT: ({ accountId }) => accountId,
  NAME: ({ name }) => name,
  STATE: accountState,
  PLAN: planOf,
  'CREATED (UTC)': ({ createdAt }) => minute(createdAt),
};
