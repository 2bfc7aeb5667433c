import type { Command } from 'commander';
import { keyState } from '../../../lib/accounts/key-record.ts';
import { findCreated, findRemovals } from '../accounts/remove-created.ts';
import type { OpenStage } from '../stage/stage.ts';
import { parseKeyId, parsePast } from '../terminal/arguments.ts';
import { type Output, table } from '../terminal/output.ts';
import { onStage } from './run.ts';

interface RemoveOptions {
  readonly since: Date;
  readonly until?: Date;
  readonly dryRun?: true;
}

export const addRemoveCreated = (key: Command): void => {
  key
    .command('remove-created')
    .description(
      'Remove what a key created: its keys, webhooks, pets and categories, and cancel its orders and those that hold its pets. It shows all before. You can repeat it.',
    )
    .argument('<key-id>', 'key_…', parseKeyId)
    .requiredOption('--since <when>', 'such as 3h, or 2026-06-30T12:00:00Z', parsePast)
    .option('--until <when>', 'the end of that time (default: now)', parsePast)
    .option('--dry-run', 'look, and change nothing')
    .action(onStage(removeCreated));
};

export const removeCreated = async (
  stage: Omit<OpenStage, 'close'>,
  { note, result, confirm }: Output,
  keyId: string,
  { since, until = new Date(), dryRun }: RemoveOptions,
): Promise<void> => {
  const logs = await stage.openLogs(since);
  const created = await findCreated(logs, keyId, until);
  const { kinds, gone, others, remove } = await findRemovals(stage, created);
  const show = () =>
    table(kinds, {
      WHAT: ({ what }) => what,
      FOUND: ({ ids }) => ids.size,
      REMOVED: ({ removed }) => removed,
    });
  if (gone > 0) note(`${gone} were gone or had ended before.`);
  for (const part of others) note(`Nothing removes what ${part} created.`);
  const record = await stage.keys.get(keyId);
  if (record && keyState(record, new Date()) === 'active') {
    note(`The key ${keyId} still works: key revoke ends it.`);
  }
  const all = kinds.reduce((sum, { ids }) => sum + ids.size, 0);
  const isChange = !dryRun && all > 0;
  if (isChange) {
    note(show());
    await confirm(`Remove all that was found of ${keyId}`);
    await remove();
  }
  const keys = created.filter(({ part }) => part === 'createKey' || part === 'rollKey');
  for (const { id } of keys) note(`It made the key ${id}: run the command for that one, too.`);
  const done = kinds.reduce((sum, { removed }) => sum + removed, 0);
  const view = kinds.map((kind) => ({ ...kind, ids: [...kind.ids] }));
  const range = { since: since.toISOString(), until: until.toISOString() };
  await result({ keyId, ...range, operator: stage.operator, gone, kinds: view }, show());
  if (!isChange) return note('Nothing was changed.');
  note(`${stage.operator} removed ${done} of ${all} at ${new Date().toISOString()}.`);
  if (done < all) note('Others were ordered or ended meanwhile: run the command again.');
};
