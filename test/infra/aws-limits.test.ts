import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { limitFindings } from '../../infra/stacks/aws-limits/findings.ts';
import { STAGES } from '../../infra/stacks/stages.ts';
import { assemblyDirectory } from '../support/assembly.ts';

const many = <Thing>(count: number, make: (index: number) => Thing): Thing[] =>
  Array.from({ length: count }, (_, index) => make(index));
const named = (count: number, make: (index: number) => object) =>
  Object.fromEntries(many(count, (index) => [`R${index}`, make(index)]));
const topic = { Type: 'AWS::SNS::Topic' };

const dashboard = (widgets: readonly object[]) => ({
  Resources: {
    Board: {
      Type: 'AWS::CloudWatch::Dashboard',
      Properties: {
        DashboardBody: {
          'Fn::Join': [
            '',
            ['{"region":"', { Ref: 'AWS::Region' }, `","widgets":`, JSON.stringify(widgets), '}'],
          ],
        },
      },
    },
  },
});
const alarmWidget = (count: number) => ({
  type: 'alarm',
  properties: { alarms: many(count, (index) => `arn:aws:cloudwatch:…:alarm:${index}`) },
});
const metricWidget = (count: number) => ({
  type: 'metric',
  properties: {
    metrics: many(count, (index) => ['AWS/Lambda', 'Errors', 'FunctionName', `f${index}`]),
  },
});
const one = (Type: string, Properties: object) => ({ Resources: { One: { Type, Properties } } });

const findings = (template: object) => limitFindings(JSON.stringify(template));

/** Templates with so many of something, and as many as AWS takes by the page that is named. */
const COUNTED: readonly (readonly [
  what: string,
  most: number,
  page: string,
  template: (count: number) => object,
])[] = [
  [
    'resources',
    500,
    'Understand CloudFormation quotas',
    (count) => ({ Resources: named(count, () => topic) }),
  ],
  [
    'outputs',
    200,
    'Understand CloudFormation quotas',
    (count) => ({ Resources: {}, Outputs: named(count, () => ({})) }),
  ],
  [
    'parameters',
    200,
    'Understand CloudFormation quotas',
    (count) => ({ Resources: {}, Parameters: named(count, () => ({})) }),
  ],
  [
    'widgets',
    500,
    'Dashboard Body Structure and Syntax',
    (count) => dashboard(many(count, () => metricWidget(1))),
  ],
  [
    'alarms in one widget',
    100,
    'Dashboard Body Structure and Syntax',
    (count) => dashboard([alarmWidget(count)]),
  ],
  [
    'metrics in one widget',
    500,
    'CloudWatch service quotas',
    (count) => dashboard([metricWidget(count)]),
  ],
  [
    'metrics on one dashboard',
    2500,
    'CloudWatch service quotas',
    (count) => dashboard([...many(10, () => metricWidget(200)), metricWidget(count - 2000)]),
  ],
  [
    'actions of an alarm',
    5,
    'CloudWatch service quotas',
    (count) => one('AWS::CloudWatch::Alarm', { AlarmActions: many(count, String) }),
  ],
  [
    'alarms of a deployment group',
    10,
    'CodeDeploy quotas',
    (count) =>
      one('AWS::CodeDeploy::DeploymentGroup', {
        AlarmConfiguration: { Alarms: many(count, String) },
      }),
  ],
  [
    'metric filters of a log group',
    100,
    'CloudWatch Logs quotas',
    (count) => ({
      Resources: named(count, () => ({
        Type: 'AWS::Logs::MetricFilter',
        Properties: { LogGroupName: { Ref: 'Logs' } },
      })),
    }),
  ],
  [
    'resources of an API',
    300,
    'Quotas for configuring and running a REST API in API Gateway',
    (count) => ({
      Resources: named(count, () => ({
        Type: 'AWS::ApiGateway::Resource',
        Properties: { RestApiId: { Ref: 'Api' } },
      })),
    }),
  ],
  [
    'indexes of a table',
    20,
    'Quotas in Amazon DynamoDB',
    (count) => one('AWS::DynamoDB::GlobalTable', { GlobalSecondaryIndexes: many(count, String) }),
  ],
];

test.each(COUNTED)(
  'refuses more %s than %d, and warns of as many',
  (what, most, page, template) => {
    const of = (count: number) =>
      findings(template(count)).filter(({ message }) => message.includes(` ${what},`));
    expect(of(Math.ceil(0.9 * most) - 1)).toEqual([]);
    expect(of(most)).toMatchObject([{ level: 'warning' }]);
    expect(of(most + 1)).toMatchObject([
      {
        level: 'error',
        message: expect.stringMatching(
          new RegExp(
            `^(the stack|\\w+): ${most + 1} ${what}, and AWS takes no more than ${most} \\("${page}"\\)\\.$`,
          ),
        ),
        fix: expect.stringMatching(/^[A-Z].+\.$/),
      },
    ]);
  },
);

test('says in one line that a dashboard has 101 alarms', () => {
  expect(findings(dashboard([alarmWidget(101)]))).toEqual([
    {
      level: 'error',
      logicalId: 'Board',
      message:
        'Board: 101 alarms in one widget, and AWS takes no more than 100 ("Dashboard Body Structure and Syntax").',
      fix: 'Make a second widget in infra/stacks/constructs/monitoring/dashboard.ts, or fewer alarms.',
    },
  ]);
});

test('refuses an alarm widget without alarms', () => {
  expect(findings(dashboard([alarmWidget(0)]))).toMatchObject([
    {
      level: 'error',
      message: expect.stringContaining('0 alarms in one widget, and AWS takes no fewer than 1'),
    },
  ]);
});

const text = (length: number) => 'x'.repeat(length);

/** Templates with so many bytes or characters of something, or a few hundred more. */
const MEASURED: readonly (readonly [
  what: string,
  most: number,
  template: (length: number) => object,
])[] = [
  [
    'bytes of template',
    1_000_000,
    (length) => ({ Resources: { One: { ...topic, Properties: { x: text(length) } } } }),
  ],
  [
    'characters of inline policies of a role',
    10_240,
    (length) =>
      one('AWS::IAM::Role', {
        Policies: many(2, () => ({ PolicyName: 'P', PolicyDocument: text(length / 2) })),
      }),
  ],
  [
    'bytes of a function’s resource policy',
    20_000,
    (length) => ({
      Resources: named(20, () => ({
        Type: 'AWS::Lambda::Permission',
        Properties: { FunctionName: { Ref: 'Alias' }, SourceArn: text(length / 20 - 450) },
      })),
    }),
  ],
  [
    'bytes of environment variables',
    4000,
    (length) =>
      one('AWS::Lambda::Function', {
        Environment: { Variables: { A: text(length - 112), B: { Ref: 'Table' } } },
      }),
  ],
];

test.each(MEASURED)('refuses more %s than %d', (what, most, template) => {
  const levels = (length: number) =>
    findings(template(length))
      .filter(({ message }) => message.includes(` ${what},`))
      .map(({ level }) => level);
  expect(levels(0.85 * most)).toEqual([]);
  expect(levels(0.96 * most)).toEqual(['warning']);
  expect(levels(1.04 * most)).toEqual(['error']);
});

test.each([...Object.values(STAGES).map(({ stackName }) => stackName), 'pet-store-account'])(
  '%s is far from every limit',
  (stackName) => {
    const template = readFileSync(join(assemblyDirectory(), `${stackName}.template.json`), 'utf8');
    expect(limitFindings(template)).toEqual([]);
  },
);
