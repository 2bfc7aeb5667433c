/**
 * What several things have in common, in one line: `14 days` if all have it, else each thing that has
 * something else than most, by its name.
 * @param things what each of them has, by its name
 */
export const alike = (things: readonly (readonly [name: string, what: string])[]): string => {
  const groups = Map.groupBy(things, ([, what]) => what);
  const [most, ...others] = [...groups].sort(([, one], [, other]) => other.length - one.length);
  if (most === undefined) return 'none there';
  const exceptions = others.map(
    ([what, group]) => `${what}: ${group.map(([name]) => name).join(', ')}`,
  );
  return [most[0], ...exceptions].join('; but ');
};

/** Looks at several things, one after the other. */
export const look = async <Id>(
  ids: readonly Id[],
  see: (id: Id) => Promise<string>,
  nameOf: (id: Id) => string = String,
): Promise<string> => {
  const seen: (readonly [string, string])[] = [];
  for (const id of ids) seen.push([nameOf(id), await see(id)]);
  return alike(seen);
};
