import { type Command, Option } from 'commander';
import { type Key, keyState, lastUse, Scope } from '../../../lib/accounts/key-record.ts';
import { TIME_BUDGET } from '../../../lib/process/time-budget.ts';
import { findKey, handOutKey, handOutSuccessor } from '../accounts/hand-out-key.ts';
import { disableWebhooksOf, webhooksSetBy } from '../accounts/webhooks.ts';
import {
  parseAccountId,
  parseExpiry,
  parseKeyId,
  parseName,
  parseOverlap,
} from '../terminal/arguments.ts';
import { RefusedError } from '../terminal/errors.ts';
import { type Columns, minute, type Output, refusedBy, table } from '../terminal/output.ts';
import { addRemoveCreated } from './remove-created-command.ts';
import { onStage } from './run.ts';

const DAY = 24 * 60 * 60 * 1000;

interface IssueOptions {
  readonly account: string;
  readonly name: string;
  readonly scope: Scope;
  readonly expires?: Date;
}

interface RollOptions {
  readonly overlap?: number;
  readonly expires?: Date;
}

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
    .option('--expires <when>', 'such as 90d or 2027-06-30 (default: never)', parseExpiry)
    .action(
      onStage(
        async (stage, output, { account: accountId, name, scope, expires }: IssueOptions) => {
          const expiresAt = expires?.toISOString();
          const details = { accountId, name, scope, ...(expiresAt && { expiresAt }) };
          await printIssued(output, await handOutKey(stage, details));
        },
        ({ account }) => `Issue a key to ${account}`,
      ),
    );

  key
    .command('roll')
    .description('Issue a successor of a key, and end the key after a time.')
    .argument('<key-id>', 'key_…', parseKeyId)
    .option('--overlap <time>', 'how long both work (default: 24h)', parseOverlap)
    .option('--expires <when>', 'the successor; by default it lives as long', parseExpiry)
    .action(
      onStage(
        async (stage, output, keyId: string, { overlap = DAY, expires }: RollOptions) => {
          const rolled = await handOutSuccessor(stage, keyId, overlap, expires);
          const predecessor = keyView(rolled.predecessor);
          const { revokedAt, expiresAt = '' } = predecessor;
          const ends = revokedAt ?? expiresAt;
          const end = refusedBy(new Date(ends));
          output.note(`The key ${keyId} ends at ${ends} and is refused by ${end} at the latest.`);
          await printIssued(output, rolled, { predecessor, refusedBy: end });
        },
        (keyId) => `Roll ${keyId}`,
      ),
    );

  key
    .command('list')
    .description('List keys, the oldest first, those that have ended among them.')
    .option('--account <account-id>', "one account's only", parseAccountId)
    .action(
      onStage(async (stage, { result, note }, { account }: { readonly account?: string }) => {
        const keys = (await stage.keys.list()).filter(({ accountId }) =>
          [undefined, accountId].includes(account),
        );
        await result(keys.map(keyView), table(keys, KEY_COLUMNS));
        if (keys.length === 0) note('There are none: key issue makes one.');
      }),
    );

  key
    .command('revoke')
    .description(
      'End a key, for good, and name the webhooks that it set. Its record stays. You can repeat it.',
    )
    .argument('<key-id>', 'key_…', parseKeyId)
    .option('--disable-webhooks', 'disable the webhooks whose url or secret it was the last to set')
    .action(
      onStage(
        async (stage, output, keyId: string, options: { readonly disableWebhooks?: true }) => {
          const { note, result, waitUntil } = output;
          const found = await findKey(stage, keyId);
          const revoked = await stage.keys.revoke(found, stage.operator);
          const { revokedAt = '', revokedBy } = revoked;
          const written = found.revokedAt === undefined ? new Date() : new Date(found.revokedAt);
          const end = refusedBy(new Date(revokedAt), written);
          note(`The key ${keyId} was revoked at ${revokedAt} by ${revokedBy}.`);
          note(`It is refused by ${end} at the latest.`);
          const quiet = new Date(Date.parse(end) + TIME_BUDGET.integration);
          if (options.disableWebhooks) await disableWebhooksOf(stage, keyId, quiet, waitUntil);
          const webhooks = await webhooksSetBy(stage, keyId);
          for (const { id, url, status, set } of webhooks) {
            note(`It last set ${set.join(' and ')} of the webhook ${id} to ${url}: ${status}.`);
          }
          if (quiet.getTime() > Date.now()) {
            note(
              `If the key leaked, run the command again with --disable-webhooks: until ${quiet.toISOString()} its last requests may set webhooks.`,
            );
          }
          const view = { ...keyView(revoked), refusedBy: end, webhooks };
          await result(view, table([revoked], KEY_COLUMNS));
        },
        (keyId) => `Revoke ${keyId}`,
      ),
    );

  addRemoveCreated(key);
};

/**
 * Shows a new key, the only time that it is shown.
 * @param more values that a script gets besides the key's record
 * @throws RefusedError with how to revoke the key, if nobody can see it
 */
const printIssued = async (
  { secret, note }: Output,
  { apiKey, key }: Awaited<ReturnType<typeof handOutKey>>,
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

const stateNow = (key: Key) => keyState(key, new Date());

/** A key's record with its state. */
const keyView = (key: Key) => {
  const lastUsedAt = lastUse(key);
  return { ...key, ...(lastUsedAt && { lastUsedAt }), state: stateNow(key) };
};

const KEY_COLUMNS: Columns<Key> = {
  KEY: ({ keyId }) => keyId,
  ACCOUNT: ({ accountId }) => accountId,
  NAME: ({ name }) => name,
  SCOPE: ({ scope }) => scope,
  'LAST FOUR': ({ lastFour }) => lastFour,
  STATE: stateNow,
  'EXPIRES (UTC)': ({ expiresAt }) => minute(expiresAt),
  'LAST USED (UTC HOUR)': (key) => minute(lastUse(key))?.slice(0, '2026-11-25 02'.length),
};
