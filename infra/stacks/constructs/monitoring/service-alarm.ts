import { Duration, Stack } from 'aws-cdk-lib';
import {
  Alarm,
  type AlarmProps,
  ComparisonOperator,
  type MetricOptions,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { slug } from 'github-slugger';
import { ADDRESSES } from '../../addresses.ts';

/** Of each data point. */
export const PERIOD = Duration.minutes(1);

/** How a metric is measured in each minute: a `Sum`, the share of requests with the value 1 (`Average`), or a percentile. */
export const eachMinute = (statistic: string): MetricOptions => ({ statistic, period: PERIOD });

export interface ServiceAlarmProps extends Pick<AlarmProps, 'metric' | 'treatMissingData'> {
  /** Unique within the stage. The stack's name comes before it. */
  readonly name: string;
  /** What clients notice while it is on: the first thing that operators read. */
  readonly effect: string;
  /** The heading of the runbook's entry about it. */
  readonly runbook: string;
  /** The highest figure that is still good. @default 0 */
  readonly limit?: number;
}

/**
 * An alarm with its meaning for clients and a runbook entry. Three minutes of five must be bad. A
 * single failure is not enough even with few requests, and a lasting failure turns it on with few
 * or many requests. No data is good unless stated. `monitor` adds the topic that it notifies.
 */
export class ServiceAlarm extends Alarm {
  constructor(scope: Construct, id: string, props: ServiceAlarmProps) {
    const { name, effect, runbook, limit = 0, ...options } = props;
    const entry = new URL(`#${slug(runbook)}`, ADDRESSES.runbook);
    super(scope, id, {
      alarmName: `${Stack.of(scope).stackName}-${name}`,
      alarmDescription: `${effect}\n\n${entry.href}`,
      threshold: limit,
      evaluationPeriods: 5,
      datapointsToAlarm: 3,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      ...options,
    });
  }
}
