import { Option } from '@commander-js/extra-typings';
import { type Account, accountState, planOf } from '../../../lib/accounts/account-record.ts';
import { Plan } from '../../../lib/accounts/plan.ts';
import { closeAccount, limitAccount } from '../accounts/accounts.ts';
import { cancelOrders } from '../accounts/cancel-orders.ts';
import { parseAccountId, parseName } from '../terminal/arguments.ts';
import { type Columns, minute, refusedBy, table } from '../terminal/output.ts';
import type { Program } from './program.ts';
import { openSession } from './session.ts';

export const addAccountCommands = (program: Program): void => {
  const account = program.command('account').description('Who keys are issued to.');

  account
    .command('create')
    .description('Make an account. Its id goes to standard output.')
    .requiredOption('--name <name>', '1 to 128 characters', parseName)
    .action(async ({ name }, command) => {
      await using session = await openSession(command, 'Make an account');
      const created = await session.accounts.create(name, session.operator);
      const { accountId } = created;
      session.note(
        `Made the account ${name}: key issue --account ${accountId} makes its first key.`,
      );
      await session.putOnPlan(created);
      await session.result(accountView(created), accountId);
    });

  account
    .command('list')
    .description('List all accounts, the oldest first.')
    .action(async (_options, command) => {
      await using session = await openSession(command);
      const all = await session.accounts.list();
      await session.result(all.map(accountView), table(all, ACCOUNT_COLUMNS));
      if (all.length === 0) session.note('There are none yet: account create makes one.');
    });

  account
    .command('limit')
    .description('Put an account on the plan that says what it may send. You can repeat it.')
    .argument('<account-id>', 'acct_…', parseAccountId)
    .addOption(
      new Option('--plan <plan>', 'docs/operators.md has their limits')
        .choices(Plan.options)
        .makeOptionMandatory(),
    )
    .action(async (accountId, { plan }, command) => {
      await using session = await openSession(command, `Put ${accountId} on the plan ${plan}`);
      const limited = await limitAccount(session, accountId, plan);
      session.note(`The account ${accountId} is on the plan ${plan} now.`);
      await session.result(accountView(limited), table([limited], ACCOUNT_COLUMNS));
    });

  account
    .command('close')
    .description('Close an account, for good, and revoke all its keys.')
    .argument('<account-id>', 'acct_…', parseAccountId)
    .action(async (accountId, _options, command) => {
      const change = `Close ${accountId} and revoke all its keys`;
      await using session = await openSession(command, change);
      const { account: closed, revoked } = await closeAccount(session, accountId);
      const end = refusedBy(new Date());
      session.note(
        `Closed ${accountId} and revoked ${revoked.length} of its keys. All its keys are refused by ${end} at the latest.`,
      );
      await session.result(
        { ...accountView(closed), refusedBy: end, revoked: revoked.map(({ keyId }) => keyId) },
        table([closed], ACCOUNT_COLUMNS),
      );
    });

  account
    .command('cancel-orders')
    .description('Cancel the open orders of a closed account: its own, and those for its pets.')
    .argument('<account-id>', 'acct_…', parseAccountId)
    .action(async (accountId, _options, command) => {
      const change = `Cancel the open orders of ${accountId}`;
      await using session = await openSession(command, change);
      const cancelled = await cancelOrders(session, accountId, session.waitUntil);
      const { length } = cancelled;
      session.note(`Cancelled ${length} orders of ${accountId}. Their pets are available.`);
      await session.result(cancelled.map(String), cancelled.join('\n'));
    });
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
