import type { APIGatewayProxyEvent } from 'aws-lambda';
import { encodeCursor, queryOf } from './cursor.ts';
import { requestUrl } from './request-url.ts';

/**
 * The `Link` to the next page of a list (RFC 8288), or nothing if there is none.
 * @param parameters those of the request that the next page has too; undefined ones are left out
 * @param filter what the cursor belongs to
 * @param after the next page begins after this id; undefined after the last page
 */
export const nextLink = (
  event: APIGatewayProxyEvent,
  parameters: Readonly<Record<string, bigint | number | string | undefined>>,
  filter: string,
  after: bigint | undefined,
): { readonly Link?: string } => {
  if (after === undefined) return {};
  const query = queryOf(parameters);
  query.set('cursor', encodeCursor({ after, filter }));
  return { Link: `<${requestUrl(event)}?${query}>; rel="next"` };
};
