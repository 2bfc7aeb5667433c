import { Duration } from 'aws-cdk-lib';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { RECORDED_TABLES } from '../../../../functions/record-events/access.ts';
import type { BundledFunction } from '../bundled-function.ts';
import type { Tables } from '../tables.ts';
import { ServiceAlarm } from './service-alarm.ts';

export interface RecordingHeartbeatProps {
  readonly stackName: string;
  /** Records events. */
  readonly function: BundledFunction;
  readonly tables: Tables;
  readonly topic: ITopic;
}

/** Writes that were refused use units, too, and make no event: an hour with fewer units says nothing. */
const SOME_UNITS = 20;

const HOURLY = { statistic: 'Sum', period: Duration.hours(1) };

/**
 * Tells when tables are written, and nothing runs to record that: a mapping is disabled, or of a stream that a table no
 * longer has. Three hours of five: streams keep changes for a day.
 */
export class RecordingHeartbeat extends Construct {
  constructor(scope: Construct, id: string, props: RecordingHeartbeatProps) {
    super(scope, id);
    const { stackName, function: recorder, tables, topic } = props;
    const writes = RECORDED_TABLES.map(
      (name) => [name, tables.get(name).metricConsumedWriteCapacityUnits(HOURLY)] as const,
    );
    const written = RECORDED_TABLES.map((name) => `FILL(${name}, 0)`).join(' + ');
    new ServiceAlarm(this, 'Unread', {
      alarmName: `${stackName}-events-unread`,
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
      topic,
    });
  }
}
