import { type Command, Option } from 'commander';
import { type Key, keyState, lastUse, Scope } from '../../../lib/accounts/key-record.ts';
import { handOutKey, handOutSuccessor, type NewKey } from '../accounts/hand-out-key.ts';
import {
  parseAccountId,
  parseExpiry,
  parseKeyId,
  parseName,
  parseOverlap,
} from '../terminal/arguments.ts';
import { RefusedError } from '../terminal/errors.ts';
import { type Columns, minute, type Output, refusedBy } from '../terminal/output.ts';
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

export const addNewKeyCommands = (key: Command): void => {
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
};

/**
 * Shows a new key, the only time that it is shown.
 * @param more values that a script gets besides the key's record
 * @throws RefusedError with how to revoke the key, if nobody can see it
 */
const printIssued = async (
  { secret, note }: Output,
  { apiKey, key }: NewKey,
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
export const keyView = (key: Key) => {
  const lastUsedAt = lastUse(key);
  return { ...key, ...(lastUsedAt && { lastUsedAt }), state: stateNow(key) };
};

export const KEY_COLUMNS: Columns<Key> = {
  KEY: ({ keyId }) => keyId,
  ACCOUNT: ({ accountId }) => accountId,
  NAME: ({ name }) => name,
  SCOPE: ({ scope }) => scope,
  'LAST FOUR': ({ lastFour }) => lastFour,
  STATE: stateNow,
  'EXPIRES (UTC)': ({ expiresAt }) => minute(expiresAt),
  'LAST USED (UTC HOUR)': (key) => minute(lastUse(key))?.slice(0, '2026-11-25 02'.length),
};
