import { Duration, Stack } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  type MetricOptions,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { type RunbookEntry, runbookLink } from './runbook.ts';

/** Of each data point. */
export const PERIOD = Duration.minutes(1);

/** The data points that are evaluated, and how many of them must exceed the limit. */
const FIGURES = { all: 5, aboveLimit: 3 } as const;

/** Number in a minute. */
export const SUM: MetricOptions = { statistic: 'Sum', period: PERIOD };

/** The share of requests with the value 1, for a metric of 0 or 1 for each request. */
export const SHARE: MetricOptions = { statistic: 'Average', period: PERIOD };

/** The highest value. */
export const MAXIMUM: MetricOptions = { statistic: 'Maximum', period: PERIOD };

/** The time that the slowest request of a hundred takes. */
export const P99: MetricOptions = { statistic: 'p99', period: PERIOD };

export interface ServiceAlarmProps {
  /** Unique within the stage. The stack's name comes before it. */
  readonly name: string;
  /** What clients notice while it is on: the first thing that operators read. */
  readonly effect: string;
  /** What to do about it. */
  readonly runbook: RunbookEntry;
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
    super(scope, id, {
      alarmName: `${Stack.of(scope).stackName}-${props.name}`,
      alarmDescription: `${props.effect}\n\n${runbookLink(props.runbook)}`,
      metric: props.metric,
      threshold: props.limit,
      evaluationPeriods: FIGURES.all,
      datapointsToAlarm: FIGURES.aboveLimit,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: props.treatMissingData ?? TreatMissingData.NOT_BREACHING,
    });
  }
}
