import { Duration } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  type Metric,
  type MetricOptions,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { type RunbookEntry, runbookLink } from './runbook.ts';

/** The time that one figure is taken over. */
const PERIOD = Duration.minutes(1);

/** Figures that are looked at together, and how many of them must be above the limit. */
const FIGURES = { all: 5, aboveLimit: 3 } as const;

/** How many there are in a minute. */
export const SUM: MetricOptions = { statistic: 'Sum', period: PERIOD };

/** Of what is 0 or 1 for each request, the share that is 1. */
export const SHARE: MetricOptions = { statistic: 'Average', period: PERIOD };

/** The highest. */
export const MAXIMUM: MetricOptions = { statistic: 'Maximum', period: PERIOD };

/** What the slowest request of a hundred takes. */
export const P99: MetricOptions = { statistic: 'p99', period: PERIOD };

export interface ServiceAlarmProps {
  /** Unique within account and region. */
  readonly alarmName: string;
  /** What clients notice while it is on: the first thing that operators read. */
  readonly effect: string;
  /** What to do about it. */
  readonly runbook: RunbookEntry;
  readonly metric: Metric;
  /** The highest figure that is still good. */
  readonly limit: number;
  /** @default - without data there is nothing wrong */
  readonly treatMissingData?: TreatMissingData;
  /** Gets a message when it turns on, and when it turns off. */
  readonly topic: ITopic;
}

/**
 * An alarm that says what it means to clients and what to do about it. Three minutes of five must be
 * bad: one failure is not enough, however few requests there are, and a failure that lasts is noticed
 * by few requests as well as by many.
 */
export class ServiceAlarm extends Alarm {
  constructor(scope: Construct, id: string, props: ServiceAlarmProps) {
    super(scope, id, {
      alarmName: props.alarmName,
      alarmDescription: `${props.effect}\n\n${runbookLink(props.runbook)}`,
      metric: props.metric,
      threshold: props.limit,
      evaluationPeriods: FIGURES.all,
      datapointsToAlarm: FIGURES.aboveLimit,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: props.treatMissingData ?? TreatMissingData.NOT_BREACHING,
    });
    const action = new SnsAction(props.topic);
    this.addAlarmAction(action);
    this.addOkAction(action);
  }
}
