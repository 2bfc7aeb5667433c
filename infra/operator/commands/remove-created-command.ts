import { keyState } from '../../../lib/accounts/key-record.ts';
import { findCreated, findRemovals } from '../accounts/remove-created.ts';
import { table } from '../terminal/output.ts';
import type { Session } from './session.ts';

export const removeCreated = async (
  session: Session,
  keyId: string,
  { since, until = new Date(), dryRun }: { since: Date; until?: Date; dryRun?: true },
): Promise<void> => {
  const { confirm, note, operator, result } = session;
  const logs = await session.openLogs(since);
  const created = await findCreated(logs, keyId, until);
  const { kinds, gone, others, remove } = await findRemovals(session, created);
  const show = () =>
    table(kinds, {
      WHAT: ({ what }) => what,
      FOUND: ({ ids }) => ids.length,
      REMOVED: ({ removed }) => removed,
    });
  if (gone > 0) note(`${gone} were gone or had ended before.`);
  for (const part of others) note(`Nothing removes what ${part} created.`);
  const record = await session.keys.get(keyId);
  if (record && keyState(record, new Date()) === 'active') {
    note(`The key ${keyId} still works: key revoke ends it.`);
  }
  const all = kinds.reduce((sum, { ids }) => sum + ids.length, 0);
  const isChange = !dryRun && all > 0;
  if (isChange) {
    note(show());
    await confirm(`Remove all that was found of ${keyId}`);
    await remove();
  }
  const keys = created.filter(({ part }) => part === 'createKey' || part === 'rollKey');
  for (const { id } of keys) note(`It made the key ${id}: run the command for that one, too.`);
  const done = kinds.reduce((sum, { removed }) => sum + removed, 0);
  const range = { since: since.toISOString(), until: until.toISOString() };
  await result({ keyId, ...range, operator, gone, kinds }, show());
  if (!isChange) return note('Nothing was changed.');
  note(`${operator} removed ${done} of ${all} at ${new Date().toISOString()}.`);
  if (done < all) note('Others were ordered or ended meanwhile: run the command again.');
};
