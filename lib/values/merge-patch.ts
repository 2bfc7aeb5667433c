import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import type { Schema } from './schema.ts';

/** A member that a patch may leave out. Null, which would remove it (RFC 7396, section 2), is refused. */
export const kept = <Value>(member: Schema<Value>) =>
  z.optional(
    z.pipe(
      z.transform((input, { issues }) => {
        const message = 'cannot be removed: leave it out to keep it';
        if (input === null) issues.push({ code: 'custom', message, input });
        return input;
      }),
      member,
    ),
  );

type Members = Readonly<Record<string, unknown>>;

/** The attributes that a patch writes: those that it leaves out stay, and those that null removes are undefined. */
export const patchedAttributes = (patch: Members): Members =>
  Object.fromEntries(
    Object.entries(patch)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, value ?? undefined]),
  );

/**
 * The patch that takes a change back: former values of the members that differ, null for those that were not there.
 * @param names the members that are compared
 * @returns undefined if none differs
 */
export const reversePatch = (
  names: readonly string[],
  before: Members,
  after: Members,
): Members | undefined => {
  const changed = names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
  return changed.length === 0
    ? undefined
    : Object.fromEntries(changed.map((name) => [name, before[name] ?? null]));
};
