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
import {
  alarmMetrics,
  dashboardMetrics,
  propertiesOf,
  tableUses,
  unwatched,
} from '../support/alarm-coverage.ts';
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
  'its entry “$heading” says what clients notice, where to look, and what to do',
  ({ text }) => {
    for (const part of ['**Clients**', '**Look**', '**Do**']) expect(text).toContain(part);
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
  const alarm = (name: string) =>
    alarms.find(({ AlarmName }) => AlarmName === `${config.stackName}-${name}`);

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

  test('watches each read and each write of a table or an index that a function may do', () => {
    const uses = tableUses(template);
    expect(unwatched(uses, watched.values())).toEqual([]);
    const throttles = [...watched.values()].filter(({ text }) => text.includes('ThrottleEvents'));
    expect(throttles).toHaveLength(uses.length);
  });

  test('says in one line which table has no alarm', () => {
    const some = [...watched].filter(
      ([name]) => !name.endsWith('-orders-byStatus-write-throttles'),
    );
    expect(
      unwatched(
        tableUses(template),
        some.map(([, metric]) => metric),
      ),
    ).toEqual([
      expect.stringMatching(
        /^TablesOrders\w+\/index\/byStatus: functions write it, and no alarm counts WriteThrottleEvents\.$/,
      ),
    ]);
  });

  test('watches each function that APIs invoke, by its log and by Lambda’s count of errors', () => {
    const aliases = new Set(
      [...propertiesOf(template, 'AWS::Lambda::Permission').values()]
        .filter(({ Principal }) => Principal === 'apigateway.amazonaws.com')
        .map(({ FunctionName }) => (FunctionName as { Ref: string }).Ref),
    );
    const errors = [...watched].filter(([name]) => name.endsWith('-errors'));
    const withoutErrors = [...aliases].filter(
      (id) =>
        !errors.some(([, { dimensions }]) => dimensions['Resource']?.startsWith(aliasOwner(id))),
    );
    // The authorizer says 401 by throwing, which is an error to Lambda.
    expect(withoutErrors).toEqual([expect.stringMatching(/^authorizer/)]);
    // recordEvents, wakeWebhooks and deliverWebhook are watched in the same way, though no API invokes them.
    expect([...watched].filter(([name]) => name.endsWith('-failures'))).toHaveLength(
      aliases.size + 3,
    );
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

  test('watches once what ends for all functions, and what fails for all tables', () => {
    const once = (text: string) =>
      [...watched].filter(([, metric]) => metric.text === text).map(([name]) => name);
    expect(once('AWS/Lambda Throttles {}')).toEqual([`${config.stackName}-lambda-throttles`]);
    expect(once('AWS/DynamoDB SystemErrors {Operation, TableName}')).toEqual([
      `${config.stackName}-dynamodb-system-errors`,
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

  test('measures how late deliveries are by the line that logFigures writes, all of which is JSON', () => {
    const written: string[] = [];
    jest
      .spyOn(process.stdout, 'write')
      .mockImplementation((text) => written.push(String(text)) > 0);
    logFigures('webhooks_due', { due: 3, oldestSeconds: 61 });
    jest.restoreAllMocks();
    const line = JSON.parse(written.join(''));
    const [filter] = Object.values(
      template.findResources('AWS::Logs::MetricFilter', {
        Properties: { LogGroupName: { Ref: Match.stringLikeRegexp('^wakeWebhooksLogs') } },
      }),
    )
      .map(({ Properties }) => Properties)
      .filter(({ FilterPattern }) => FilterPattern.startsWith('{'));
    const [, name = '', value] =
      /^\{ \$\.(\w+) = "(\w+)" \}$/.exec(filter?.['FilterPattern']) ?? [];
    expect(line[name]).toBe(value);
    const [{ MetricValue }] = filter?.['MetricTransformations'] ?? [];
    expect(line[MetricValue.replace('$.', '')]).toBe(61);
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

  test('counts a failure that an operation answers itself, besides those that Lambda sees', () => {
    const [filter] = Object.values(
      template.findResources('AWS::Logs::MetricFilter', {
        Properties: { LogGroupName: { Ref: Match.stringLikeRegexp('^getPetLogs') } },
      }),
    );
    expect(filter?.['Properties'].FilterPattern).toBe(
      '?"\\"level\\":\\"ERROR\\"" ?"Task timed out"',
    );
    expect(alarm('getPet-failures')).toMatchObject({
      MetricName: filter?.['Properties'].MetricTransformations[0].MetricName,
      Namespace: filter?.['Properties'].MetricTransformations[0].MetricNamespace,
      Statistic: 'Sum',
    });
    expect(alarm('getPet-errors')).toMatchObject({ MetricName: 'Errors', Statistic: 'Average' });
  });

  test('turns on when three of five minutes are bad', () => {
    // The heartbeat of recording computes with the sums of hours.
    for (const one of alarms.filter(({ Metrics }) => Metrics === undefined)) {
      expect(one).toMatchObject({ Period: 60, EvaluationPeriods: 5, DatapointsToAlarm: 3 });
    }
  });

  test('knows a failure by what logError writes', () => {
    const written = jest.spyOn(console, 'error').mockImplementation(() => {});
    logError('unexpected_error', new Error('…'));
    expect(written.mock.calls[0]?.[0]).toContain('"level":"ERROR"');
    written.mockRestore();
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

  test('counts events by the members of the line that the recorder prints', () => {
    const written = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    const createdAt = '2026-11-23T08:00:00.000Z';
    const data = { id: 1n, name: 'Rex', categoryId: 1n, status: 'available' } as const;
    const change = { log: 'pets', mark: '1', happening: { type: 'pet.created', data, createdAt } };
    countEvents([change, { ...change, mark: '2' }]);
    const line = JSON.parse(String(written.mock.calls[0]?.[0]));
    written.mockRestore();
    const [filter] = [...propertiesOf(template, 'AWS::Logs::MetricFilter').values()].filter(
      ({ FilterPattern }) => String(FilterPattern).startsWith('{ $.code'),
    );
    const pattern = String(filter?.['FilterPattern']);
    const [, member = '', value] = /^\{ \$\.(\w+) = "(\w+)" \}$/.exec(pattern) ?? [];
    const [counted] = (filter?.['MetricTransformations'] ?? []) as MetricTransformation[];
    expect(line[member]).toBe(value);
    expect(line[counted?.MetricValue.slice(2) ?? '']).toBe(2);
    expect(counted?.Dimensions?.map(({ Value }) => line[Value.slice(2)])).toEqual(['pet.created']);
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
    expect(body.split('Use of deprecated operations')[0]).toContain('getPet');
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

/** The function of an alias, by their logical ids. */
const aliasOwner = (alias: string): string => alias.replace(/Aliaslive[0-9A-F]{8}$/, '');
