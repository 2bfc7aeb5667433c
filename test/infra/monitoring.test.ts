import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, jest, test } from '@jest/globals';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { operations } from '../../functions/operations.ts';
import { RUNBOOK_ENTRIES, runbookLink } from '../../infra/constructs/monitoring/runbook.ts';
import { STAGES } from '../../infra/stages.ts';
import { APIS } from '../../lib/http/contract.ts';
import { logError } from '../../lib/log.ts';
import { readTemplate } from '../support/assembly.ts';

/** The entries of the runbook's chapter on alarms: heading and text. */
const entries = readFileSync(join(import.meta.dirname, '../../RUNBOOK.md'), 'utf8')
  .split(/^## /m)
  .filter((chapter) => chapter.startsWith('Alarms\n'))
  .flatMap((chapter) => chapter.split(/^### /m).slice(1))
  .map((entry) => ({ heading: entry.split('\n', 1)[0], text: entry }));

test('the runbook has an entry for every kind of alarm, and no other', () => {
  expect(entries.map(({ heading }) => heading).sort()).toEqual([...RUNBOOK_ENTRIES].sort());
});

test.each(entries)(
  'its entry “$heading” tells the meaning, the investigation and the resolution',
  ({ text }) => {
    for (const part of ['**Means**', '**Investigate**', '**Resolve**'])
      expect(text).toContain(part);
  },
);

test('links lead to the anchor that GitHub makes of a heading', () => {
  expect(runbookLink('An API answers 5xx')).toMatch(/RUNBOOK\.md#an-api-answers-5xx$/);
});

describe.each(Object.values(STAGES))('the stack $stackName', (config) => {
  const template = Template.fromJSON(readTemplate(config.stackName));
  const alarms = Object.values(template.findResources('AWS::CloudWatch::Alarm')).map(
    ({ Properties }) => Properties,
  );
  const alarm = (name: string) =>
    alarms.find(({ AlarmName }) => AlarmName === `${config.stackName}-${name}`);
  const names = alarms.map(({ AlarmName }) => AlarmName);

  test('says with every alarm what it means to clients, and what to do', () => {
    for (const { AlarmDescription } of alarms) {
      const [effect, link] = AlarmDescription.split('\n\n');
      expect(effect).toMatch(/^[A-Z].{20,}\.$/);
      expect(RUNBOOK_ENTRIES.map(runbookLink)).toContain(link);
    }
  });

  test('has an alarm for every entry of the runbook', () => {
    const linked = alarms.map(({ AlarmDescription }) => AlarmDescription.split('\n\n')[1]);
    expect(new Set(linked)).toEqual(new Set(RUNBOOK_ENTRIES.map(runbookLink)));
  });

  test('watches every function, every API, and every action that a function does on a table', () => {
    const functions = [
      ...operations.map(({ operationId }) => operationId),
      'authorizer',
      'unmatched',
    ];
    const actions = [...operations.flatMap(({ access }) => access), authorizerAccess].flatMap(
      ({ table, actions }) =>
        // A transaction is counted under its own name, and not under those of its parts.
        [...actions, ...(actions.includes('PutItem') ? ['TransactWriteItems'] : [])].map(
          (action) => `${table}-${action}`,
        ),
    );
    const expected = [
      ...functions.flatMap((name) => [`${name}-failures`, `${name}-throttles`]),
      // The authorizer says 401 by throwing, which is an error to Lambda.
      ...functions.filter((name) => name !== 'authorizer').map((name) => `${name}-errors`),
      ...APIS.flatMap((name) => [`${name}-api-5xx`, `${name}-api-latency`, `${name}-api-429`]),
      ...[...new Set(actions)].flatMap((name) => [`${name}-throttles`, `${name}-system-errors`]),
    ].map((name) => `${config.stackName}-${name}`);
    expect(names.sort()).toEqual(expected.sort());
  });

  test('tells the topic of each, on and off, and takes no data for no trouble', () => {
    const topic = { Ref: Object.keys(template.findResources('AWS::SNS::Topic'))[0] };
    for (const one of alarms) {
      expect(one).toMatchObject({
        AlarmActions: [topic],
        OKActions: [topic],
        TreatMissingData: 'notBreaching',
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

  test('goes off when three of five minutes are bad', () => {
    for (const one of alarms) {
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

const authorizerAccess = { table: 'apiKeys', actions: ['GetItem', 'UpdateItem'] };
