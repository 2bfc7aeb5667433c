/**
 * Variables of functions besides the names of their tables. They are plain values, as the local server sets them, too.
 */
import { slug } from 'github-slugger';
import { operations } from '../../functions/operations.ts';
import type { Contract } from '../../lib/http/contract.ts';
import { DEPRECATION_PAGE_ENV, ROUTES_ENV } from '../../lib/process/env.ts';
import { ADDRESSES } from './addresses.ts';

/** The variables of an operation's function. */
export const operationEnvironment = ({
  operationId,
  deprecation,
}: Contract): Readonly<Record<string, string>> => {
  if (deprecation === undefined) return {};
  const page = new URL(`deprecations.md#${slug(operationId)}`, ADDRESSES.documentation);
  return { [DEPRECATION_PAGE_ENV]: page.href };
};

/** The methods of each path, as the header `Allow` lists them. */
const allowedMethods = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...Map.groupBy(operations, ({ path }) => path)].map(([path, served]) => [
      path,
      served
        .map(({ method }) => method)
        .sort()
        .join(', '),
    ]),
  );

/** The variables of `unmatched`. */
export const unmatchedEnvironment = (): Readonly<Record<string, string>> => ({
  [ROUTES_ENV]: JSON.stringify(allowedMethods()),
});
