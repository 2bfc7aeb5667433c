import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { readSchedules, startSchedules } from '../src/events/schedules.ts';
import { lambdaFunction, shopTemplate } from './assembly.ts';

const read = (properties: object) => {
  const lines: string[] = [];
  const template = shopTemplate({
    Sweep: lambdaFunction({}),
    Live: {
      Type: 'AWS::Lambda::Alias',
      Properties: { FunctionName: { Ref: 'Sweep' }, Name: 'live' },
    },
    Rule: {
      Type: 'AWS::Events::Rule',
      Properties: {
        ScheduleExpression: 'rate(1 minute)',
        Targets: [{ Id: 'Target0', Arn: { Ref: 'Live' } }],
        ...properties,
      },
    },
  });
  return { schedules: readSchedules(template, (line) => lines.push(line)), lines };
};

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test.each([
  ['rate(1 minute)', 60_000],
  ['rate(5 minutes)', 300_000],
  ['rate(2 hours)', 7_200_000],
  ['rate(24 days)', 2_073_600_000],
])('%s is read', (ScheduleExpression, everyMs) => {
  const { schedules, lines } = read({ ScheduleExpression });
  expect(schedules).toMatchObject([{ everyMs, functionNames: ['shop-Sweep'] }]);
  expect(lines).toEqual([]);
});

test.each([
  { ScheduleExpression: 'cron(0 12 * * ? *)' },
  { ScheduleExpression: 'rate(25 days)' },
  { ScheduleExpression: undefined },
  { Targets: [{ Id: 'Target0', Arn: 'arn:aws:sqs:us-east-1:000000000000:queue' }] },
])('%j is left out, and named', (properties) => {
  const { schedules, lines } = read(properties);
  expect(schedules).toEqual([]);
  expect(lines).toEqual([expect.stringMatching(/^Not emulated, left out: the rule Rule: /)]);
});

test('a disabled rule does not run', () => {
  expect(read({ State: 'DISABLED' })).toEqual({ schedules: [], lines: [] });
});

test('a function is invoked at the rate with a scheduled event, and no more after the end', () => {
  const invoked: unknown[] = [];
  const running = startSchedules(read({}).schedules, (name, payload) =>
    invoked.push([name, JSON.parse(payload)]),
  );
  jest.advanceTimersByTime(59_000);
  expect(invoked).toEqual([]);
  jest.advanceTimersByTime(61_000);
  expect(invoked).toHaveLength(2);
  expect(invoked[0]).toEqual([
    'shop-Sweep',
    {
      version: '0',
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      'detail-type': 'Scheduled Event',
      source: 'aws.events',
      account: '000000000000',
      time: expect.stringMatching(/^[\d-]{10}T[\d:]{8}Z$/),
      region: 'us-east-1',
      resources: ['arn:aws:events:us-east-1:000000000000:rule/shop-Rule'],
      detail: {},
    },
  ]);
  running.close();
  jest.advanceTimersByTime(120_000);
  expect(invoked).toHaveLength(2);
});
