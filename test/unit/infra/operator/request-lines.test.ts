import { expect, test } from '@jest/globals';
import type { LogRow } from '../../../../infra/operator/logs/log-query.ts';
import { requestLines } from '../../../../infra/operator/logs/request-lines.ts';

const ID = 'c0ffee00-0000-4000-8000-000000000001';

const lineOf = (part: string, text: string): LogRow => ({ part, '@message': text });

const access = (requestId: string, authorizerRequestId: string, integrationRequestId: string) =>
  lineOf('pets-api', JSON.stringify({ requestId, authorizerRequestId, integrationRequestId }));

const LINES = [
  lineOf(
    'authorizer',
    '2026-11-23T10:00:00.000Z\tauthorizer-1\tERROR\t{"code":"authorizer_failed"}',
  ),
  lineOf('getPet', 'START RequestId: function-1 Version: 3'),
  lineOf('getPet', `2026-11-23T10:00:00.000Z\tfunction-1\tERROR\t{"requestId":"${ID}"}`),
  lineOf('getPet', 'function-1 Task timed out after 10.00 seconds'),
  lineOf('getPet', 'START RequestId: function-2 Version: 3'),
  access(ID, 'authorizer-1', 'function-1'),
  access('other', '-', 'function-2'),
];

/** Does what Logs Insights does with the filter of a query. */
const search = (lines: readonly LogRow[]) => async (query: string) => {
  const pattern = new RegExp(/like \/(.+)\/ \|/.exec(query)?.[1] ?? '');
  return lines.filter(({ '@message': text = '' }) => pattern.test(text));
};

test('finds what both invocations of a request printed, and nothing of others', async () => {
  expect(await requestLines(search(LINES), ID)).toEqual(
    LINES.slice(0, 4).concat(access(ID, 'authorizer-1', 'function-1')),
  );
});

test('finds what the function said where the access log has nothing yet', async () => {
  const some = LINES.filter(({ part }) => part === 'getPet');
  expect(await requestLines(search(some), ID)).toEqual([some[1]]);
});

test('takes a missing id in the access log for none', async () => {
  const lines = [access(ID, '-', '-'), lineOf('getPet', 'a line with - in it')];
  expect(await requestLines(search(lines), ID)).toEqual([lines[0]]);
});

test('finds an id with a slash', async () => {
  const lines = [
    lineOf('pets-api', '{"extendedRequestId":"JJ+xmpl/Yos="}'),
    lineOf('pets-api', '{"extendedRequestId":"JJJJ"}'),
  ];
  expect(await requestLines(search(lines), 'JJ+xmpl/Yos=')).toEqual([lines[0]]);
});
