import * as z from 'zod';
import type { LogRow, QueryLogs } from './log-query.ts';

/** What a line of the access log says about its request. API Gateway writes `-` where it has no value. */
const AccessLogLine = z.object({
  integrationRequestId: z.string(),
  authorizerRequestId: z.string(),
});

/**
 * Finds all lines of a request by its `X-Request-Id` or `x-amz-apigw-id`, the oldest first. Lambda's own lines have another
 * id, which the access log names.
 */
export const requestLines = async (query: QueryLogs, id: string): Promise<readonly LogRow[]> => {
  const lines = await query(queryFor([id]));
  const invocations = lines.flatMap((line) => invocationsOf(line['@message'] ?? ''));
  return invocations.length === 0 ? lines : query(queryFor([id, ...invocations]));
};

const queryFor = (ids: readonly string[]): string => {
  // A slash would end the pattern.
  const pattern = ids.map((id) => id.replaceAll(/[+/]/g, '\\$&')).join('|');
  return `fields @timestamp, @log, part, @message | filter @message like /${pattern}/ | sort @timestamp asc | limit 1000`;
};

const invocationsOf = (text: string): readonly string[] => {
  if (!text.startsWith('{')) return [];
  const { data } = AccessLogLine.safeParse(JSON.parse(text));
  return Object.values(data ?? {}).filter((id) => id !== '-');
};
