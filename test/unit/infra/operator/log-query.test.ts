import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { CloudWatchLogsClient, StartQueryCommand } from '@aws-sdk/client-cloudwatch-logs';
import { expect, jest, test } from '@jest/globals';
import { openLogs } from '../../../../infra/operator/logs/log-query.ts';

const FUNCTION = 'pet-store-staging-getPetFunction1A2B3C4D-Xy';

/** Opens the logs of a stage with one function and one API, which answer each query with these fields. */
const open = async (row: Readonly<Record<string, string>> = {}) => {
  const sent: unknown[] = [];
  const cloudFormation = new CloudFormationClient({ region: 'us-east-1' });
  jest.spyOn(cloudFormation, 'send').mockImplementation(async () => ({
    StackResourceSummaries: [
      ['AWS::Lambda::Function', 'getPetFunction1A2B3C4D', FUNCTION],
      ['AWS::Logs::LogGroup', 'FunctionLogs1A2B3C4D', 'all-functions'],
      ['AWS::Logs::LogGroup', 'PetsApiAccessLog1A2B3C4D', 'access'],
    ].map(([ResourceType, LogicalResourceId, PhysicalResourceId]) => ({
      ResourceType,
      LogicalResourceId,
      PhysicalResourceId,
    })),
  }));
  const logs = new CloudWatchLogsClient({ region: 'us-east-1' });
  jest.spyOn(logs, 'send').mockImplementation(async (command: unknown) => {
    if (command instanceof StartQueryCommand) {
      const { logGroupNames, queryString } = command.input;
      sent.push(logGroupNames, queryString);
      return { queryId: '1' };
    }
    const fields = Object.entries(row).map(([field, value]) => ({ field, value }));
    return { status: 'Complete', results: [fields] };
  });
  return {
    ...(await openLogs(cloudFormation, 'pet-store-staging', new Date(Date.now() - 1000), logs)),
    sent,
  };
};

/** As Logs Insights reads the name of a stream: Lambda Developer Guide, "Configuring CloudWatch log groups". */
const PART = /(?<part>[\w-]+)\[/;

test.each([
  [undefined, ['all-functions', 'access'], ''],
  ['pets-api', ['access'], ''],
  ['functions', ['all-functions'], ''],
  ['getPet', ['all-functions'], `filter part = "${FUNCTION}" | `],
])('asks about %s in its log group, and for no line of others', async (of, groups, filter) => {
  const { query, sent } = await open();
  await query('stats count()', of);
  expect(sent).toEqual([groups, `parse @logStream ${PART} | ${filter}stats count()`]);
  expect(PART.exec(`2026/11/25/${FUNCTION}[3]0123456789abcdef`)?.groups?.['part']).toBe(FUNCTION);
});

test('names functions and APIs as operators do', async () => {
  const { query } = await open({ '@log': '123456789012:access', part: FUNCTION, '@ptr': '' });
  expect(await query('fields @log, part')).toEqual([{ '@log': 'pets-api', part: 'getPet' }]);
});

test('asks for the lines that match all patterns, and for their count', async () => {
  const { find, count, sent } = await open({
    lines: '2',
    first: '1764064800000',
    last: '1.7640648E12',
  });
  await find(['a/b', '"c"|d'], 'pets-api');
  const rows = await count([], 'pets-api');
  await find([], 'pets-api', { until: new Date(1764064800000), most: 10_000 });
  const [, found, , counted, , span] = sent.map((query) => String(query).split(' | ').slice(1));
  expect(found).toEqual([
    String.raw`filter @message like /a\/b/`,
    'filter @message like /"c"|d/',
    'fields @timestamp, @log, part, @message',
    'sort @timestamp desc',
    'limit 1000',
  ]);
  expect(span?.[0]).toBe('filter toMillis(@timestamp) <= 1764064800000');
  expect(span?.at(-1)).toBe('limit 10000');
  expect(counted).toEqual([
    expect.stringMatching(/^stats count\(\) as lines, .* by part, level, code, .*, keyId$/),
    'sort lines desc',
  ]);
  expect(rows).toEqual([
    { lines: '2', first: '2025-11-25 10:00:00.000', last: '2025-11-25 10:00:00.000' },
  ]);
});

test('lists what there is instead of a part that is not there', async () => {
  const { query } = await open();
  await expect(query('stats count()', 'getPets')).rejects.toThrow(
    '--of is one of functions, getPet, pets-api.',
  );
});
