import { Option } from '@commander-js/extra-typings';
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
  parsePast,
} from '../terminal/arguments.ts';
import { RefusedError } from '../terminal/errors.ts';
import { type Columns, minute, type Output, refusedBy, table } from '../terminal/output.ts';
import type { Program } from './program.ts';
import { removeCreated } from './remove-created-command.ts';
import { openSession } from './session.ts';

const DAY = 24 * 60 * 60 * 1000;

export const addKeyCommands = (program: Program): void => {
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
    .action(async ({ account: accountId, name, scope, expires }, command) => {
      await using session = await openSession(command, `Issue a key to ${accountId}`);
      const expiresAt = expires?.toISOString();
      const details = { accountId, name, scope, ...(expiresAt && { expiresAt }) };
      await printIssued(session, await handOutKey(session, details));
    });

  key
    .command('roll')
    .description('Issue a successor of a key, and end the key after a time.')
    .argument('<key-id>', 'key_…', parseKeyId)
    .option('--overlap <time>', 'how long both work (default: 24h)', parseOverlap)
    .option('--expires <when>', 'the successor; by default it lives as long', parseExpiry)
    .action(async (keyId, { overlap = DAY, expires }, command) => {
      await using session = await openSession(command, `Roll ${keyId}`);
      const rolled = await handOutSuccessor(session, keyId, overlap, expires);
      const predecessor = keyView(rolled.predecessor);
      const { revokedAt, expiresAt = '' } = predecessor;
      const ends = revokedAt ?? expiresAt;
      const end = refusedBy(new Date(ends));
      session.note(`The key ${keyId} ends at ${ends} and is refused by ${end} at the latest.`);
      await printIssued(session, rolled, { predecessor, refusedBy: end });
    });

  key
    .command('list')
    .description('List keys, the oldest first, those that have ended among them.')
    .option('--account <account-id>', "one account's only", parseAccountId)
    .action(async ({ account }, command) => {
      await using session = await openSession(command);
      const all = await session.keys.list();
      const keys = all.filter(({ accountId }) => [undefined, accountId].includes(account));
      await session.result(keys.map(keyView), table(keys, KEY_COLUMNS));
      if (keys.length === 0) session.note('There are none: key issue makes one.');
    });

  key
    .command('revoke')
    .description(
      'End a key, for good, and name the webhooks that it set. Its record stays. You can repeat it.',
    )
    .argument('<key-id>', 'key_…', parseKeyId)
    .option('--disable-webhooks', 'disable the webhooks whose url or secret it was the last to set')
    .action(async (keyId, { disableWebhooks }, command) => {
      await using session = await openSession(command, `Revoke ${keyId}`);
      const { note, result, waitUntil } = session;
      const found = await findKey(session, keyId);
      const revoked = await session.keys.revoke(found, session.operator);
      const { revokedAt = '', revokedBy } = revoked;
      const written = found.revokedAt === undefined ? new Date() : new Date(found.revokedAt);
      const end = refusedBy(new Date(revokedAt), written);
      note(`The key ${keyId} was revoked at ${revokedAt} by ${revokedBy}.`);
      note(`It is refused by ${end} at the latest.`);
      const quiet = new Date(Date.parse(end) + TIME_BUDGET.integration);
      if (disableWebhooks) await disableWebhooksOf(session, keyId, quiet, waitUntil);
      const webhooks = await webhooksSetBy(session, keyId);
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
    });

  key
    .command('remove-created')
    .description(
      'Remove what a key created: its keys, webhooks, pets and categories, and cancel its orders and those that hold its pets. It shows all before. You can repeat it.',
    )
    .argument('<key-id>', 'key_…', parseKeyId)
    .requiredOption('--since <when>', 'such as 3h, or 2026-06-30T12:00:00Z', parsePast)
    .option('--until <when>', 'the end of that time (default: now)', parsePast)
    .option('--dry-run', 'look, and change nothing')
    .action(async (keyId, options, command) => {
      await using session = await openSession(command);
      await removeCreated(session, keyId, options);
    });
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
  await secret({ ...keyView(key), apiKey, ...more }, apiKey).catch((cause: unknown) => {
    throw new RefusedError(`Nobody has seen the key: roll ${keyId} with --overlap 0h.`, { cause });
  });
};

/** A key's record with its state. */
const keyView = (key: Key) => {
  const lastUsedAt = lastUse(key);
  return { ...key, ...(lastUsedAt && { lastUsedAt }), state: keyState(key, new Date()) };
};

const KEY_COLUMNS: Columns<Key> = {
  KEY: ({ keyId }) => keyId,
  ACCOUNT: ({ accountId }) => accountId,
  NAME: ({ name }) => name,
  SCOPE: ({ scope }) => scope,
  'LAST FOUR': ({ lastFour }) => lastFour,
  STATE: (key) => keyState(key, new Date()),
  'EXPIRES (UTC)': ({ expiresAt }) => minute(expiresAt),
  'LAST USED (UTC HOUR)': (key) => minute(lastUse(key))?.slice(0, '2026-11-25 02'.length),
};
