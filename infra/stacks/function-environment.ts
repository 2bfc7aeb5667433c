/** Variables of functions besides the names of their tables. They are plain values, as the local server sets them, too. */
import { slug } from 'github-slugger';
import { operations } from '../../functions/operations.ts';
import type { Contract } from '../../lib/http/contract.ts';
import {
  ACCOUNT_PLANS_ENV,
  DEPRECATION_PAGE_ENV,
  KEY_PREFIX_ENV,
  ROUTES_ENV,
} from '../../lib/process/env.ts';
import { ADDRESSES } from './addresses.ts';
import type { StageConfig } from './stages.ts';

export const operationEnvironment = (
  { operationId, deprecation, environment = [] }: Contract,
  { keyPrefix, throttle }: Pick<StageConfig, 'keyPrefix' | 'throttle'>,
): Readonly<Record<string, string>> => {
  const page = new URL(`deprecations.md#${slug(operationId)}`, ADDRESSES.documentation);
  const values = {
    [ACCOUNT_PLANS_ENV]: JSON.stringify(throttle.plans),
    [KEY_PREFIX_ENV]: keyPrefix,
  };
  return {
    ...(deprecation && { [DEPRECATION_PAGE_ENV]: page.href }),
    ...Object.fromEntries(environment.map((name) => [name, values[name]])),
  };
};

/** The variables of `unmatched`: the methods of each path, as the header `Allow` lists them. */
export const unmatchedEnvironment = (): Readonly<Record<string, string>> => {
  const routes = [...Map.groupBy(operations, ({ path }) => path)].map(([path, served]) => {
    const methods = served.map(({ method }) => method).sort();
    return [path, methods.join(', ')];
  });
  return { [ROUTES_ENV]: JSON.stringify(Object.fromEntries(routes)) };
};
