import { Duration, Stack } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
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

export interface ServiceAlarmProps {
  /** Unique within the stage. The stack's name comes before it. */
  readonly name: string;
  /** What clients notice while it is on: the first thing that operators read. */
  readonly effect: string;
  /** The heading of the runbook's entry about it. */
  readonly runbook: string;
  readonly metric: IMetric;
  /** The highest figure that is still good. */
  readonly limit: number;
  /** @default - without data there is nothing wrong */
  readonly treatMissingData?: TreatMissingData;
}

/**
 * An alarm with its meaning for clients and a runbook entry. Three minutes of five must be bad. A
 * single failure is not enough even with few requests, and a lasting failure turns it on with few
 * or many requests. `Monitoring` adds the topic that it notifies.
 */
export class ServiceAlarm extends Alarm {
  constructor(scope: Construct, id: string, props: ServiceAlarmProps) {
    const entry = new URL(`#${slug(props.runbook)}`, ADDRESSES.runbook);
    super(scope, id, {
      alarmName: `${Stack.of(scope).stackName}-${props.name}`,
      alarmDescription: `${props.effect}\n\n${entry.href}`,
      metric: props.metric,
      threshold: props.limit,
      evaluationPeriods: 5,
      datapointsToAlarm: 3,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: props.treatMissingData ?? TreatMissingData.NOT_BREACHING,
    });
  }
}
