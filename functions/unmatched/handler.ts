import * as z from 'zod/mini';
import { RequestError } from '../../lib/errors/request-error.ts';
import { wrapHandler } from '../../lib/http/operation.ts';
import { ROUTES_ENV, requireEnv } from '../../lib/process/env.ts';

/** The methods of each path: `GET, POST`. */
const Routes = z.record(z.string(), z.string());

/**
 * Answers 405 with `Allow` on a path that has operations, 404 on all others. The stack gives it the routes: the contracts of
 * all operations would make its cold starts longer.
 */
export const open = (routes = Routes.parse(JSON.parse(requireEnv(ROUTES_ENV)))) =>
  wrapHandler(async ({ resource }) => {
    const allow = routes[resource];
    if (allow === undefined) throw new RequestError('route_not_found');
    const message = `This path takes ${allow} only.`;
    throw new RequestError('method_not_allowed', message, { Allow: allow });
  });
