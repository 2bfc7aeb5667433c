import type { CloudFormationCustomResourceEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import type { BackfillStates } from '../../lib/storage/backfill-state.ts';
import { newVersions } from './new-versions.ts';

const Backfill = z.object({
  name: z.string(),
  table: z.string(),
  /** The functions that need it. */
  neededBy: z.array(z.string()),
  /** What an operator types. */
  command: z.string(),
});

/** All backfills of a version: what the resource is given, where there are some. */
const Properties = z.object({ Backfills: z._default(z.array(Backfill), []) });

/**
 * Marks all done on a new stage, which has no items. Forgets those that this version does not have: its functions write
 * items that lack what they add.
 * @returns which one is not done, if a new version needs it
 */
export const checkBackfills = async (
  event: CloudFormationCustomResourceEvent,
  { isDone, markDone, forget }: BackfillStates,
): Promise<string | undefined> => {
  if (event.RequestType === 'Delete') return undefined;
  const { Backfills: all } = Properties.parse(event.ResourceProperties);
  if (event.RequestType === 'Create') {
    for (const backfill of all) await markDone(backfill);
    return undefined;
  }
  const { Backfills: before } = Properties.parse(event.OldResourceProperties);
  const names = new Set(all.map(({ name }) => name));
  for (const { name } of before) if (!names.has(name)) await forget(name);
  const versions = new Map(newVersions(event));
  for (const { name, neededBy, command } of all) {
    const [operation] = neededBy.filter((each) => versions.has(each));
    if (operation && !(await isDone(name)))
      return `${operation} needs a backfill. Run this, then deploy again: ${command}`;
  }
  return undefined;
};
