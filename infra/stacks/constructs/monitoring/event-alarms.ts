import { Duration, Stack } from 'aws-cdk-lib';
import { MathExpression, type Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { RECORDED_TABLES } from '../../../../functions/record-events/access.ts';
import { EVENT_TYPES } from '../../../../lib/events/event-types.ts';
import type { BundledFunction } from '../bundled-function.ts';
import type { Tables } from '../tables.ts';
import { eachMinute, ServiceAlarm } from './service-alarm.ts';

/** Writes that were refused use units, too, and make no event: an hour with fewer units says nothing. */
const SOME_UNITS = 20;

const HOURLY = { statistic: 'Sum', period: Duration.hours(1) };

/**
 * Makes the alarms for logs of events that fall behind, or miss something.
 * @param givenUp has a message for each batch that was given up
 */
export const createRecordingAlarms = (
  parent: Construct,
  recorder: BundledFunction,
  givenUp: IQueue,
  tables: Tables,
): void => {
  const scope = new Construct(parent, 'Recording');
  new ServiceAlarm(scope, 'Late', {
    name: 'events-late',
    effect: 'Clients see changes more than a minute late in GET /events.',
    runbook: 'Recording is late',
    metric: recorder.live.metric('IteratorAge', eachMinute('Maximum')),
    limit: Duration.minutes(1).toMilliseconds(),
  });
  new ServiceAlarm(scope, 'GivenUp', {
    name: 'events-given-up',
    effect: 'Changes are missing in GET /events, and clients that keep a copy do not see them.',
    runbook: 'Recording stopped',
    metric: givenUp.metricApproximateNumberOfMessagesVisible(eachMinute('Maximum')),
  });
  // Tables are written, and nothing runs to record that: a mapping is disabled, or of a stream that a table
  // no longer has. Three hours of five: streams keep changes for a day.
  const units = RECORDED_TABLES.map(
    (name) => [name, tables.get(name).metricConsumedWriteCapacityUnits(HOURLY)] as const,
  );
  const written = RECORDED_TABLES.map((name) => `FILL(${name}, 0)`).join(' + ');
  new ServiceAlarm(new Construct(parent, 'Heartbeat'), 'Unread', {
    name: 'events-unread',
    effect: 'Clients do not see changes in GET /events: nothing has been recorded for hours.',
    runbook: 'Recording is late',
    metric: new MathExpression({
      expression: `IF(${written} > ${SOME_UNITS} AND FILL(runs, 0) == 0, 1, 0)`,
      usingMetrics: {
        ...Object.fromEntries(units),
        runs: recorder.live.metricInvocations(HOURLY),
      },
      period: HOURLY.period,
      label: 'written, and nothing recorded',
    }),
  });
};

/**
 * Makes the alarms for webhooks that get nothing, whichever part fails. The failing receiver of one client raises none.
 * @param wake finds webhooks that have something to do. Each minute it writes for how long the oldest has waited
 * @returns how long the most overdue webhook has waited, in s
 */
export const createWebhookAlarms = (
  parent: Construct,
  wake: BundledFunction,
  givenUp: IQueue,
  logGroup: ILogGroup,
): Metric => {
  const scope = new Construct(parent, 'Webhooks');
  const filter = new MetricFilter(scope, 'Oldest', {
    logGroup,
    filterPattern: FilterPattern.stringValue('$.code', '=', 'webhooks_due'),
    metricNamespace: Stack.of(scope).stackName,
    metricName: 'webhooks oldest due',
    metricValue: '$.oldestSeconds',
  });
  const oldest = filter.metric(eachMinute('Maximum'));
  new ServiceAlarm(scope, 'Late', {
    name: 'webhooks-late',
    effect:
      'Webhooks wait for more than five minutes for a delivery that is due, or the sweep does not run.',
    runbook: 'Deliveries are late',
    metric: oldest,
    limit: Duration.minutes(5).toSeconds(),
    treatMissingData: TreatMissingData.BREACHING,
  });
  new ServiceAlarm(scope, 'Behind', {
    name: 'webhooks-behind',
    effect: 'Webhooks get new events more than a minute late.',
    runbook: 'Deliveries are late',
    metric: wake.live.metric('IteratorAge', eachMinute('Maximum')),
    limit: Duration.minutes(1).toMilliseconds(),
  });
  new ServiceAlarm(scope, 'GivenUp', {
    name: 'webhooks-given-up',
    effect: 'Webhooks of some logs get new events up to an hour late.',
    runbook: 'Deliveries are late',
    metric: givenUp.metricApproximateNumberOfMessagesVisible(eachMinute('Maximum')),
  });
  return oldest;
};

/**
 * Counts what happens: pets created, orders placed, and the other types of events.
 * @param logGroup has the lines of `functions/record-events/handler.ts`
 * @returns the count of each type. CloudWatch bills each as a metric, in hours with such an event
 */
export const countEvents = (parent: Construct, logGroup: ILogGroup): readonly Metric[] => {
  const filter = new MetricFilter(new Construct(parent, 'Events'), 'Recorded', {
    logGroup,
    filterPattern: FilterPattern.stringValue('$.code', '=', 'recorded'),
    metricNamespace: Stack.of(parent).stackName,
    metricName: 'events',
    metricValue: '$.count',
    dimensions: { type: '$.type' },
  });
  const types: readonly string[] = Object.values(EVENT_TYPES).flat();
  return types.map((type) =>
    filter.metric({ dimensionsMap: { type }, label: type, statistic: 'Sum' }),
  );
};
