import { setTimeout } from 'node:timers/promises';
import { type Command, Option } from 'commander';
import { type Key, Scope } from '../../lib/accounts/key-record.ts';
import { TIME_BUDGET } from '../../lib/process/time-budget.ts';
import { parseAccountId, parseExpiry, parseKeyId, parseName, parseOverlap } from './arguments.ts';
import { noAccount, RefusedError } from './errors.ts';
import { type IssuedKey, issueKey, rollKey } from './issue-key.ts';
import { keyTable, keyView, type Output, refusedBy, requireReader } from './output.ts';
import { runOnStage } from './run.ts';
import type { OpenStage } from './stage.ts';
import { disableWebhooksOf, webhooksSetBy } from './webhooks.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Adds `key issue | list | roll | revoke`. */
export const addKeyCommands = (program: Command): void => {
  const key = program.command('key').description('API keys.');

  key
    .command('issue')
    .description('Issue a key. It goes to standard output, this once; all else to standard error.')
    .requiredOption('--account <account-id>', 'whose key it is', parseAccountId)
    .requiredOption('--name <name>', 'what it is for: 1 to 128 characters', parseName)
    .addOption(
      new Option('--scope <scope>', 'full, or read for one that may list and get only')
        .choices(Scope.options)
        .default('full'),
    )
    .option('--expires <when>', 'such as 90d or 2027-06-30 (default: never)', (text) =>
      parseExpiry(text),
    )
    .action((options: IssueOptions, command: Command) =>
      runOnStage(
        command,
        async (stage, output) => {
          requireReader();
          const { account: accountId, name, scope, expires } = options;
          const expiresAt = expires?.toISOString();
          const details = { accountId, name, scope, ...(expiresAt && { expiresAt }) };
          await printIssued(output, await issueKey(stage, details));
        },
        `Issue a key to ${options.account}`,
      ),
    );

  key
    .command('list')
    .description('List keys, the oldest first, those that have ended among them.')
    .option('--account <account-id>', "one account's only", parseAccountId)
    .action(({ account }: { readonly account?: string }, command: Command) =>
      runOnStage(command, async (stage, { result, note }) => {
        if (account !== undefined && !(await stage.accounts.get(account))) throw noAccount(account);
        const keys = (await stage.keys.list()).filter(
          ({ accountId }) => account === undefined || accountId === account,
        );
        await result(
          keys.map((each) => keyView(each)),
          keyTable(keys),
        );
        if (keys.length === 0) note('There are none yet: key issue makes one.');
      }),
    );

  key
    .command('roll')
    .description('Issue a successor of a key, and end the key after a time.')
    .argument('<key-id>', 'key_…', parseKeyId)
    .option('--overlap <time>', 'how long both work (default: 24h)', parseOverlap)
    .option('--expires <when>', 'the successor; by default it lives as long', (text) =>
      parseExpiry(text),
    )
    .action((keyId: string, { overlap = DAY, expires }: RollOptions, command: Command) =>
      runOnStage(
        command,
        async (stage, output) => {
          requireReader();
          const rolled = await rollKey(stage, await findKey(stage, keyId), overlap, expires);
          const { expiresAt = '' } = rolled.predecessor;
          const end = refusedBy(new Date(expiresAt));
          output.note(
            `The key ${keyId} ends at ${expiresAt} and is refused by ${end} at the latest.`,
          );
          await printIssued(output, rolled, {
            predecessor: keyView(rolled.predecessor),
            refusedBy: end,
          });
        },
        `Roll ${keyId}`,
      ),
    );

  key
    .command('revoke')
    .description(
      'End a key, for good, and name the webhooks that it set. Its record stays. You can repeat it.',
    )
    .argument('<key-id>', 'key_…', parseKeyId)
    .option('--disable-webhooks', 'disable the webhooks whose url or secret it was the last to set')
    .action((keyId: string, { disableWebhooks }: RevokeOptions, command: Command) =>
      runOnStage(
        command,
        async (stage, { result, note }) => {
          const found = await findKey(stage, keyId);
          const revoked = await stage.keys.revoke(found, stage.operator);
          const { revokedAt = '', revokedBy } = revoked;
          const end = refusedBy(
            new Date(revokedAt),
            found.revokedAt === undefined ? undefined : new Date(found.revokedAt),
          );
          note(`The key ${keyId} was revoked at ${revokedAt} by ${revokedBy}.`);
          note(`It is refused by ${end} at the latest.`);
          const quiet = new Date(Date.parse(end) + TIME_BUDGET.integration);
          if (disableWebhooks) {
            await disableWebhooksOf(stage, keyId, quiet, async (until) => {
              note(`Until ${until.toISOString()} its last requests may set webhooks: waiting.`);
              await setTimeout(until.getTime() - Date.now());
            });
          }
          const webhooks = await webhooksSetBy(stage, keyId);
          for (const { id, url, status, set } of webhooks) {
            note(`It last set ${set.join(' and ')} of the webhook ${id} to ${url}: ${status}.`);
          }
          if (quiet.getTime() > Date.now()) {
            note(
              `Its last requests may set webhooks until ${quiet.toISOString()}: run the command again then.`,
            );
          }
          await result({ ...keyView(revoked), refusedBy: end, webhooks }, keyTable([revoked]));
        },
        `Revoke ${keyId}`,
      ),
    );
};

interface IssueOptions {
  readonly account: string;
  readonly name: string;
  readonly scope: Scope;
  readonly expires?: Date;
}

interface RevokeOptions {
  readonly disableWebhooks?: true;
}

interface RollOptions {
  readonly overlap?: number;
  readonly expires?: Date;
}

const findKey = async ({ keys }: OpenStage, keyId: string): Promise<Key> => {
  const found = (await keys.list()).find((key) => key.keyId === keyId);
  if (found === undefined) {
    throw new RefusedError(`There is no key ${keyId}: key list shows those there are.`);
  }
  return found;
};

/**
 * Shows a new key, the only time that it is shown.
 * @param more values that a script gets besides the key's record
 * @throws RefusedError with how to revoke the key, if nobody can see it
 */
const printIssued = async (
  { secret, note }: Output,
  { apiKey, key }: IssuedKey,
  more = {},
): Promise<void> => {
  const { keyId, name, accountId, scope, expiresAt } = key;
  const access = scope === 'full' ? 'full access' : 'read only';
  const end = expiresAt === undefined ? 'does not expire' : `expires at ${expiresAt}`;
  note(`Issued ${keyId} (${name}) to ${accountId}: ${access}, ${end}.`);
  note('The key is shown this once and stored nowhere: hand it over by a safe channel.');
  try {
    await secret({ ...keyView(key), apiKey, ...more }, apiKey);
  } catch (error) {
    throw new RefusedError(`Nobody has seen the key: roll ${keyId} with --overlap 0h.`, {
      cause: error,
    });
  }
};
