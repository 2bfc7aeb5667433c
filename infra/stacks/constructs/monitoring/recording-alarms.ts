import { Duration } from 'aws-cdk-lib';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { RECORDED_TABLES } from '../../../../functions/record-events/access.ts';
import type { BundledFunction } from '../bundled-function.ts';
import type { Tables } from '../tables.ts';
import { MAXIMUM, ServiceAlarm } from './service-alarm.ts';

export interface RecordingAlarmsProps {
  /** Records events. */
  readonly function: BundledFunction;
  /** Has a message for each batch of changes that was given up. */
  readonly givenUp: IQueue;
}

/** Tells when the logs of events fall behind, or miss something. */
export class RecordingAlarms extends Construct {
  constructor(scope: Construct, id: string, props: RecordingAlarmsProps) {
    super(scope, id);
    const { function: recorder, givenUp } = props;
    new ServiceAlarm(this, 'Late', {
      name: 'events-late',
      effect: 'Clients see changes more than a minute late in GET /events.',
      runbook: 'Recording is late',
      metric: recorder.live.metric('IteratorAge', MAXIMUM),
      limit: Duration.minutes(1).toMilliseconds(),
    });
    new ServiceAlarm(this, 'GivenUp', {
      name: 'events-given-up',
      effect: 'Changes are missing in GET /events, and clients that keep a copy do not see them.',
      runbook: 'Recording stopped',
      metric: givenUp.metricApproximateNumberOfMessagesVisible(MAXIMUM),
      limit: 0,
    });
  }
}

/** Writes that were refused use units, too, and make no event: an hour with fewer units says nothing. */
const SOME_UNITS = 20;

const HOURLY = { statistic: 'Sum', period: Duration.hours(1) };

/**
 * Tells when tables are written, and nothing runs to record that: a mapping is disabled, or of a stream that a table no
 * longer has. Three hours of five: streams keep changes for a day.
 */
export class RecordingHeartbeat extends Construct {
  constructor(scope: Construct, id: string, recorder: BundledFunction, tables: Tables) {
    super(scope, id);
    const writes = RECORDED_TABLES.map(
      (name) => [name, tables.get(name).metricConsumedWriteCapacityUnits(HOURLY)] as const,
    );
    const written = RECORDED_TABLES.map((name) => `FILL(${name}, 0)`).join(' + ');
    new ServiceAlarm(this, 'Unread', {
      name: 'events-unread',
      effect: 'Clients do not see changes in GET /events: nothing has been recorded for hours.',
      runbook: 'Recording is late',
      metric: new MathExpression({
        expression: `IF(${written} > ${SOME_UNITS} AND FILL(runs, 0) == 0, 1, 0)`,
        usingMetrics: {
          ...Object.fromEntries(writes),
          runs: recorder.live.metricInvocations(HOURLY),
        },
        period: HOURLY.period,
        label: 'written, and nothing recorded',
      }),
      limit: 0,
    });
  }
}
