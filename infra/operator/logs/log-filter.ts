import { STOPPED } from '../../stacks/names.ts';
import { fieldsOf, type StageLogs } from './stage-logs.ts';

/** What an operator gives to find lines: a line matches all of it. A status is one, or such as `5xx`. */
export type LogFilter = Readonly<Partial<Record<'code' | 'level' | 'status' | 'text', string>>>;

/** The pattern of lines in which a member has a value. */
export const member = (name: string, value: string): string => `"${name}":"${value}"`;

/** Also the lines of Lambda and its runtime for a function that stopped. */
const FAILED = [member('level', 'ERROR'), ...STOPPED].join('|');

/**
 * The patterns of the lines that match a filter. Functions and API Gateway write compact JSON, so the text of a member finds it:
 * on AWS, and in the file of the local stage.
 */
export const patternsOf = (
  { level, code, status, text }: LogFilter,
  ids?: readonly string[],
): readonly string[] =>
  [
    level && (level === 'error' ? FAILED : member('level', level.toUpperCase())),
    code && member('code', code),
    status && member('status', status.replaceAll('x', '.')),
    text,
    ids?.map((id) => id.replaceAll('+', '\\+')).join('|'),
  ].filter((pattern) => pattern !== undefined);

/**
 * The ids under which the logs have a request: its `X-Request-Id` or `x-amz-apigw-id`, and those of its invocations, which
 * Lambda's own lines have and the access log names. API Gateway writes `-` where it has no value.
 */
export const findIds = async ({ find }: StageLogs, id: string): Promise<readonly string[]> => {
  const invocations = (await find(patternsOf({}, [id]))).flatMap((line) => {
    const { authorizerRequestId, integrationRequestId } = fieldsOf(line['@message'] ?? '');
    return [authorizerRequestId ?? '-', integrationRequestId ?? '-'];
  });
  return [...new Set([id, ...invocations])].filter((each) => each !== '-');
};
