import * as z from 'zod/mini';
import { ROUTES_ENV, requireEnv } from '../../lib/env.ts';
import { respond } from '../../lib/http/operation.ts';
import { RequestError } from '../../lib/request-error.ts';

/** From the stack: contracts of all operations would make every cold start of this one longer. */
const routes = new Map(
  Object.entries(z.record(z.string(), z.string()).parse(JSON.parse(requireEnv(ROUTES_ENV)))),
);

/**
 * Answers every request that no operation takes: 405 with `Allow` on a path that has operations,
 * 404 on all others.
 */
export const handler = respond(undefined, async ({ resource }) => {
  const allow = routes.get(resource);
  if (allow === undefined) throw new RequestError('route_not_found');
  throw new RequestError('method_not_allowed', `This path takes ${allow} only.`, { Allow: allow });
});
