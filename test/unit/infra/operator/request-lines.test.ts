import { expect, test } from '@jest/globals';
import { type LogLine, requestLines } from '../../../../infra/operator/request-lines.ts';

const ID = 'c0ffee00-0000-4000-8000-000000000001';

const lineOf = (writer: string, text: string): LogLine => ({ time: '10:00:00.000', writer, text });

const access = (requestId: string, authorizerRequestId: string, integrationRequestId: string) =>
  lineOf('PetsApiAccess', JSON.stringify({ requestId, authorizerRequestId, integrationRequestId }));

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

const search = (lines: readonly LogLine[]) => async (ids: readonly string[]) =>
  lines.filter(({ text }) => ids.some((id) => text.includes(id)));

test('finds what both invocations of a request printed, and nothing of others', async () => {
  expect(await requestLines(search(LINES), ID)).toEqual(
    LINES.slice(0, 4).concat(access(ID, 'authorizer-1', 'function-1')),
  );
});

test('finds what the function said where the access log has nothing yet', async () => {
  const some = LINES.filter(({ writer }) => writer === 'getPet');
  expect(await requestLines(search(some), ID)).toEqual([some[1]]);
});

test('takes a missing id in the access log for none', async () => {
  const lines = [access(ID, '-', '-'), lineOf('getPet', 'a line with - in it')];
  expect(await requestLines(search(lines), ID)).toEqual([lines[0]]);
});
