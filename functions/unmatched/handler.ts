import { RequestError } from '../../lib/http/errors.ts';
import { respond } from '../../lib/http/operation.ts';
import { operations } from '../index.ts';

/**
 * Answers every request that no operation takes: 405 with `Allow` on a path that has operations,
 * 404 on all others.
 */
export const handler = respond(undefined, async ({ resource }) => {
  const methods = operations.filter(({ path }) => path === resource).map(({ method }) => method);
  if (methods.length === 0) throw new RequestError('route_not_found');
  const allow = methods.sort().join(', ');
  throw new RequestError('method_not_allowed', `This path takes ${allow} only.`, { Allow: allow });
});
