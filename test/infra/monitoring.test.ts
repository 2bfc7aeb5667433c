import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, jest, test } from '@jest/globals';
import { Match, Template } from 'aws-cdk-lib/assertions';
import * as z from 'zod';
import { countEvents } from '../../functions/record-events/count-events.ts';
import { ADDRESSES } from '../../infra/stacks/addresses.ts';
import { RUNBOOK_ENTRIES, runbookLink } from '../../infra/stacks/constructs/monitoring/runbook.ts';
import { STAGES } from '../../infra/stacks/stages.ts';
import { OrderEvent, PetEvent } from '../../lib/events/event.ts';
import { APIS } from '../../lib/http/contract.ts';
import { logError, logFigures } from '../../lib/process/log.ts';
import { alarmMetrics, dashboardMetrics, propertiesOf } from '../support/alarm-coverage.ts';
import { readTemplate } from '../support/assembly.ts';
import { awsMetrics, metricText } from '../support/aws-metrics.ts';

/** The entry for the alarm of a stage with a probe. */
const PROBE = 'The service does not answer from outside';

/** The entries of the runbook's chapter on alarms: heading and text. */
const PAGE = readFileSync(join(import.meta.dirname, '../../RUNBOOK.md'), 'utf8');
const entries = PAGE.split(/^## /m)
  .filter((chapter) => chapter.startsWith('Alarms\n'))
  .flatMap((chapter) => chapter.split(/^### /m).slice(1))
  .map((entry) => ({ heading: entry.split('\n', 1)[0], text: entry }));

test('the runbook has an entry for every kind of alarm, and no other', () => {
  expect(entries.map(({ heading }) => heading).sort()).toEqual([...RUNBOOK_ENTRIES].sort());
});

test.each(entries)(
  'its entry “$heading” says what clients notice, where to look, what to do, and when it is over',
  ({ text }) => {
    for (const part of ['**Clients**', '**Look**', '**Do**', '**Over**'])
      expect(text).toContain(part);
  },
);

test.each(RUNBOOK_ENTRIES)('every publisher makes the anchor in the link of “%s”', (entry) => {
  // Publishers differ in what they do with punctuation, and with a heading that comes twice.
  expect(entry).toMatch(/^[A-Za-z0-9 ]+$/);
  expect(PAGE.match(new RegExp(`^#+ ${entry}$`, 'gim'))).toHaveLength(1);
  expect(runbookLink(entry)).toBe(
    `${ADDRESSES.runbook}#${entry.toLowerCase().replaceAll(' ', '-')}`,
  );
});

test('the runbook sets a limit back to what production has', () => {
  const { rate } = STAGES.production.throttle.all;
  expect(PAGE).toContain(`RATE=200     # and ${rate} afterwards, as it was before\n`);
});

describe.each(Object.values(STAGES))('the stack $stackName', (config) => {
  const template = Template.fromJSON(readTemplate(config.stackName));
  const alarms = Object.values(template.findResources('AWS::CloudWatch::Alarm')).map(
    ({ Properties }) => Properties,
  );

  test('says with every alarm what it means to clients, and what to do', () => {
    for (const { AlarmDescription } of alarms) {
      const [effect, link] = AlarmDescription.split('\n\n');
      expect(effect).toMatch(/^[A-Z].{20,}\.$/);
      expect(RUNBOOK_ENTRIES.map(runbookLink)).toContain(link);
    }
  });

  test('has an alarm for every entry of the runbook', () => {
    const linked = alarms.map(({ AlarmDescription }) => AlarmDescription.split('\n\n')[1]);
    const entriesOfStage = RUNBOOK_ENTRIES.filter((entry) => config.probe || entry !== PROBE);
    expect(new Set(linked)).toEqual(new Set(entriesOfStage.map(runbookLink)));
  });

  const watched = alarmMetrics(template);

  test('measures what CloudWatch has, by dimensions that it has it by', () => {
    const filters = [...propertiesOf(template, 'AWS::Logs::MetricFilter').values()].flatMap(
      ({ MetricTransformations: transformations }) =>
        (transformations as MetricTransformation[]).map(
          ({ MetricNamespace, MetricName, Dimensions = [] }) =>
            metricText(
              MetricNamespace,
              MetricName,
              Dimensions.map(({ Key }) => Key),
            ),
        ),
    );
    const known = new Set([
      ...['apigateway', 'dynamodb', 'lambda', 'sqs'].flatMap(awsMetrics),
      ...filters,
    ]);
    const shown = dashboardMetrics(template).flatMap(({ metrics }) => metrics);
    const measured = [...watched.values(), ...shown].map(({ text }) => text);
    expect(measured.filter((text) => !known.has(text))).toEqual([]);
    expect(filters.filter((text) => !measured.includes(text))).toEqual([]);
  });

  test.each(APIS)(
    'watches the API of %s: errors, latency, and clients that are refused',
    (name) => {
      const ofApi = [...watched].filter(([alarmName]) => alarmName.includes(`-${name}-api-`));
      expect(ofApi.map(([, { text }]) => text).sort()).toEqual([
        'AWS/ApiGateway 5XXError {ApiName, Stage}',
        'AWS/ApiGateway Latency {ApiName, Stage}',
        `${config.stackName} ${name} 429 {}`,
      ]);
    },
  );

  test('watches functions, tables and indexes by alarms that name which it is', () => {
    const others = [...watched]
      .filter(([name]) => !/-api-|-events-|-webhooks-|-probe$/.test(name))
      .map(([name, { text }]) => `${name.slice(config.stackName.length + 1)}: ${text}`);
    expect(others.sort()).toEqual([
      'dynamodb-system-errors: AWS/DynamoDB SystemErrors {Operation, TableName}',
      `functions-failures: ${config.stackName} failures {FunctionName}`,
      `functions-stopped: ${config.stackName} functions that stopped {}`,
      'index-read-throttles: AWS/DynamoDB ReadThrottleEvents {GlobalSecondaryIndexName, TableName}',
      'index-write-throttles: AWS/DynamoDB WriteThrottleEvents {GlobalSecondaryIndexName, TableName}',
      'lambda-throttles: AWS/Lambda Throttles {}',
      'table-read-throttles: AWS/DynamoDB ReadThrottleEvents {TableName}',
      'table-write-throttles: AWS/DynamoDB WriteThrottleEvents {TableName}',
    ]);
  });

  test('costs nothing for its dashboard, which is free with up to 50 metrics', () => {
    const shown = dashboardMetrics(template).flatMap(({ metrics }) => metrics);
    expect(shown.length).toBeLessThanOrEqual(50);
  });

  test('turns on without data for the sweep of webhooks, and for the probe, which production has', () => {
    const silent = alarms.filter(({ TreatMissingData }) => TreatMissingData === 'breaching');
    const late = { text: `${config.stackName} webhooks oldest due {}` };
    const probe = {
      text: 'AWS/Lambda Errors {FunctionName, Resource}',
      dimensions: expect.objectContaining({
        Resource: expect.stringMatching(/^probeFunction\w+:live$/),
      }),
    };
    expect(silent.map(({ AlarmName }) => [AlarmName, watched.get(AlarmName)])).toEqual([
      [`${config.stackName}-webhooks-late`, expect.objectContaining(late)],
      ...(config === STAGES.production
        ? [['pet-store-production-probe', expect.objectContaining(probe)]]
        : []),
    ]);
  });

  /** The filter of a metric of this stage: what it looks for, and what it makes of it. */
  const filterOf = (name: string) => {
    const [found] = [...propertiesOf(template, 'AWS::Logs::MetricFilter').values()].flatMap(
      ({ MetricTransformations, FilterPattern: pattern, LogGroupName: group }) =>
        (MetricTransformations as MetricTransformation[])
          .filter(({ MetricName }) => MetricName === name)
          .map((counted) => ({ group, pattern: String(pattern), counted })),
    );
    if (found === undefined) throw new Error(`No filter makes ${name}`);
    return found;
  };

  /** What a filter measures in a line, which must be JSON as a whole, with the dimensions of that. */
  const measure = (name: string, text: string) => {
    const { pattern, counted } = filterOf(name);
    const line = JSON.parse(text);
    const [, member = '', value] = /^\{ \$\.(\w+) = "(\w+)" \}$/.exec(pattern) ?? [];
    expect(line[member]).toBe(value);
    const read = (selector = '') =>
      selector.startsWith('$.') ? line[selector.slice(2)] : selector;
    return [
      read(counted.MetricValue),
      ...(counted.Dimensions ?? []).map(({ Key, Value }) => `${Key} ${read(Value)}`),
    ];
  };

  /** The lines that a call writes to a stream. */
  const written = (stream: 'stderr' | 'stdout', write: () => void): readonly string[] => {
    const lines: string[] = [];
    jest.spyOn(console, 'error').mockImplementation((text) => lines.push(`not alone ${text}`));
    jest.spyOn(process[stream], 'write').mockImplementation((text) => lines.push(String(text)) > 0);
    write();
    jest.restoreAllMocks();
    return lines;
  };

  test('measures how late deliveries are', () => {
    const [line = ''] = written('stdout', () =>
      logFigures('webhooks_due', { due: 3, oldestSeconds: 61 }),
    );
    expect(measure('webhooks oldest due', line)).toEqual([61]);
  });

  test('counts failures by the function, which on Lambda knows its name', () => {
    const fail = () => logError('unexpected_error', new Error('…'));
    expect(written('stderr', fail)).toHaveLength(1);
    process.env['AWS_LAMBDA_FUNCTION_NAME'] = 'getPet-1';
    const [, line = ''] = written('stderr', fail);
    delete process.env['AWS_LAMBDA_FUNCTION_NAME'];
    expect(measure('failures', line)).toEqual(['1', 'FunctionName getPet-1']);
  });

  test('counts invocations that no code of ours ended, and not the 401 of the authorizer', () => {
    const { pattern } = filterOf('functions that stopped');
    const terms = [...pattern.matchAll(/\?"([^"]+)"/g)].map(([, term = '']) => term);
    const counted = (line: string) => terms.some((term) => line.includes(term));
    // Lambda Developer Guide, and lines of AWS's runtime client.
    expect(
      [
        '2026-11-25T08:00:00.000Z 1 Task timed out after 10.00 seconds',
        'RequestId: 1 Error: Runtime exited with error: exit status 1\nRuntime.ExitError',
        '2026-11-25T08:00:00.000Z\tundefined\tERROR\tInit Error \t{"errorType":"Runtime.ImportModuleError"}',
      ].every(counted),
    ).toBe(true);
    expect(
      counted(
        '2026-11-25T08:00:00.000Z\t1\tERROR\tInvoke Error \t{"errorType":"Error","errorMessage":"Unauthorized"}',
      ),
    ).toBe(false);
  });

  test('has the lines of all functions in one group', () => {
    const names = ['failures', 'functions that stopped', 'events', 'webhooks oldest due'];
    const groups = [...propertiesOf(template, 'AWS::Lambda::Function').values()].map(
      ({ LoggingConfig }) => (LoggingConfig as { LogGroup: unknown }).LogGroup,
    );
    const all = new Set([...groups, ...names.map((name) => filterOf(name).group)].map(plainRef));
    expect([...all]).toEqual([expect.stringMatching(/^FunctionLogs[0-9A-F]{8}$/)]);
  });

  test('tells the topic of each, on and off', () => {
    const topic = { Ref: Object.keys(template.findResources('AWS::SNS::Topic'))[0] };
    for (const one of alarms) {
      expect(one).toMatchObject({
        AlarmActions: [topic],
        OKActions: [topic],
        TreatMissingData: expect.stringMatching(/^(notB|b)reaching$/),
      });
    }
  });

  test('turns on when three of five minutes are bad', () => {
    // The heartbeat of recording computes with the sums of hours.
    const counting = alarms.filter(({ Metrics = [] }) => Metrics.length < 2);
    for (const { Metrics: [query] = [], Period = query?.Period, ...one } of counting) {
      expect({ ...one, Period }).toMatchObject({
        Period: 60,
        EvaluationPeriods: 5,
        DatapointsToAlarm: 3,
      });
    }
  });

  test('takes messages to the topic by TLS only, and from alarms of the account', () => {
    template.hasResourceProperties('AWS::SNS::TopicPolicy', {
      PolicyDocument: {
        Statement: [
          Match.objectLike({
            Effect: 'Deny',
            Action: 'sns:Publish',
            Condition: { Bool: { 'aws:SecureTransport': 'false' } },
          }),
          Match.objectLike({
            Effect: 'Allow',
            Action: 'sns:Publish',
            Principal: { Service: 'cloudwatch.amazonaws.com' },
            Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
          }),
        ],
      },
    });
  });

  test('counts events by their type', () => {
    const createdAt = '2026-11-23T08:00:00.000Z';
    const data = { id: 1n, name: 'Rex', categoryId: 1n, status: 'available' } as const;
    const change = { log: 'pets', mark: '1', happening: { type: 'pet.created', data, createdAt } };
    const [line = ''] = written('stdout', () => countEvents([change, { ...change, mark: '2' }]));
    expect(measure('events', line)).toEqual([2, 'type pet.created']);
  });

  test('shows how many events of each type there were', () => {
    const [shown] = dashboardMetrics(template).filter(({ title }) => title === 'Events: how many');
    const types = shown?.metrics.map(({ dimensions }) => dimensions['type']);
    const described = [PetEvent, OrderEvent].map(
      ({ shape }) => z.globalRegistry.get(shape.type)?.description ?? '',
    );
    expect(types).toEqual(described.join().match(/[a-z]+\.[a-z]+(?=`)/g));
  });

  test('shows on its dashboard who still uses a deprecated operation', () => {
    const [dashboard] = Object.values(template.findResources('AWS::CloudWatch::Dashboard'));
    expect(dashboard?.['Properties'].DashboardName).toBe(config.stackName);
    const body = JSON.stringify(dashboard?.['Properties'].DashboardBody);
    const [, deprecated = ''] = body.split('Use of deprecated operations');
    expect(deprecated).toContain('Invocations');
    expect(deprecated).toContain('getPet');
    expect(deprecated).not.toContain('listPets');
  });
});

/** What a metric filter makes of a line. */
interface MetricTransformation {
  readonly MetricNamespace: string;
  readonly MetricName: string;
  readonly MetricValue: string;
  readonly Dimensions?: readonly { readonly Key: string; readonly Value: string }[];
}

/** The logical id that a reference names. */
const plainRef = (value: unknown): string => (value as { Ref: string }).Ref;
