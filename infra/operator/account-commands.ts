import { setTimeout } from 'node:timers/promises';
import { type Command, Option } from 'commander';
import type { RequestLimit } from '../../lib/accounts/request-limit.ts';
import { closeAccount, limitAccount } from './accounts.ts';
import { parseAccountId, parseName, parseRequests } from './arguments.ts';
import { cancelOrders } from './cancel-orders.ts';
import { noAccount, UsageError } from './errors.ts';
import { accountTable, accountView, keyTable, keyView, limitText, refusedBy } from './output.ts';
import { runOnStage, stageOptions } from './run.ts';

/** Adds `account create | list | show | limit | close | cancel-orders`. */
export const addAccountCommands = (program: Command): void => {
  const account = program.command('account').description('Who keys are issued to.');

  account
    .command('create')
    .description('Make an account. Its id goes to standard output.')
    .requiredOption('--name <name>', '1 to 128 characters', parseName)
    .action(({ name }: { readonly name: string }, command: Command) =>
      runOnStage(
        command,
        async ({ accounts, operator, enforceLimit }, { result, note }) => {
          const created = await accounts.create(name, operator);
          note(`Made the account ${name}. Its first key:`);
          note(
            `npm run -s operator -- key issue ${stageOptions(command)} --account ${created.accountId} --name 'first key'`,
          );
          await enforceLimit(created.accountId);
          await result(accountView(created), created.accountId);
        },
        'Make an account',
      ),
    );

  account
    .command('list')
    .description('List all accounts, the oldest first.')
    .action((_options, command: Command) =>
      runOnStage(command, async ({ accounts }, { result, note }) => {
        const all = await accounts.list();
        await result(all.map(accountView), accountTable(all));
        if (all.length === 0) note('There are none yet: account create makes one.');
      }),
    );

  account
    .command('show')
    .description('Show an account and its keys.')
    .argument('<account-id>', 'acct_…', parseAccountId)
    .action((accountId: string, _options, command: Command) =>
      runOnStage(command, async (stage, { result }) => {
        const found = await stage.accounts.get(accountId);
        if (found === undefined) throw noAccount(accountId);
        const keys = (await stage.keys.list()).filter((key) => key.accountId === accountId);
        const text = `${accountTable([found])}\n\n${keyTable(keys)}`;
        await result({ ...accountView(found), keys: keys.map((key) => keyView(key)) }, text);
      }),
    );

  account
    .command('limit')
    .description('Set what an account may send to all APIs together, before it gets 429.')
    .argument('<account-id>', 'acct_…', parseAccountId)
    .option('--rate <requests>', 'a second', parseRequests)
    .option('--burst <requests>', 'at once', parseRequests)
    .addOption(
      new Option('--default', 'what the stage allows each account').conflicts(['rate', 'burst']),
    )
    .action((accountId: string, options: LimitOptions, command: Command) => {
      const limit = readLimit(options);
      return runOnStage(
        command,
        async (stage, { result, note }) => {
          const limited = await limitAccount(stage, accountId, limit);
          note(`The limit of ${accountId} is ${limitText(limited)} now.`);
          await result(accountView(limited), accountTable([limited]));
        },
        `Limit ${accountId}`,
      );
    });

  account
    .command('close')
    .description('Close an account, for good, and revoke all its keys.')
    .argument('<account-id>', 'acct_…', parseAccountId)
    .action((accountId: string, _options, command: Command) =>
      runOnStage(
        command,
        async (stage, { result, note }) => {
          const { account: closed, revoked, endedAt } = await closeAccount(stage, accountId);
          const end = refusedBy(endedAt, revoked.length > 0 ? new Date() : endedAt);
          note(
            `Closed ${accountId} and revoked ${revoked.length} of its keys. All its keys are refused by ${end} at the latest.`,
          );
          await result(
            { ...accountView(closed), refusedBy: end, revoked: revoked.map(({ keyId }) => keyId) },
            accountTable([closed]),
          );
        },
        `Close ${accountId} and revoke all its keys`,
      ),
    );

  account
    .command('cancel-orders')
    .description('Cancel the open orders of a closed account: its own, and those for its pets.')
    .argument('<account-id>', 'acct_…', parseAccountId)
    .action((accountId: string, _options, command: Command) =>
      runOnStage(
        command,
        async (stage, { result, note }) => {
          const wait = async (until: Date) => {
            note(
              `Requests with its keys may still place orders until ${until.toISOString()}: the command cancels those then, and ends.`,
            );
            await setTimeout(until.getTime() - Date.now());
          };
          const ids = (await cancelOrders(stage, accountId, wait)).map(String);
          note(`Cancelled ${ids.length} orders of ${accountId}. Their pets are available.`);
          await result(ids, ids.join('\n'));
        },
        `Cancel the open orders of ${accountId}`,
      ),
    );
};

interface LimitOptions {
  readonly rate?: number;
  readonly burst?: number;
  readonly default?: true;
}

const readLimit = ({ rate, burst, default: stages }: LimitOptions): RequestLimit | undefined => {
  if (stages) return undefined;
  if (rate !== undefined && burst !== undefined) return { rate, burst };
  throw new UsageError('Say --rate and --burst, or --default.');
};
