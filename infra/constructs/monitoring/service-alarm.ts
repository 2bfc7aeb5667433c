import { Duration } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { type RunbookEntry, runbookLink } from '../../runbook.ts';

/** The time that a figure is taken over: long enough for a quiet stage to show five failures. */
export const PERIOD = Duration.minutes(5);

/** Failures in a period that are too few to tell anything. */
const FEW = 5;

export interface ServiceAlarmProps {
  /** Unique within account and region. */
  readonly alarmName: string;
  /** What clients notice while it is on, and what they do not: the first thing that operators read. */
  readonly effect: string;
  /** What to do about it. */
  readonly runbook: RunbookEntry;
  /** Without data there is nothing wrong. */
  readonly metric: IMetric;
  /** The highest value that is still good. */
  readonly limit: number;
  /**
   * Periods that must be above the limit, one after the other.
   * @default 1
   */
  readonly periods?: number;
  /** Is told when it goes on, and when it goes off. */
  readonly topic: ITopic;
}

/** An alarm that says what it means to clients and what to do about it. */
export class ServiceAlarm extends Alarm {
  constructor(scope: Construct, id: string, props: ServiceAlarmProps) {
    super(scope, id, {
      alarmName: props.alarmName,
      alarmDescription: `${props.effect}\n\n${runbookLink(props.runbook)}`,
      metric: props.metric,
      threshold: props.limit,
      evaluationPeriods: props.periods ?? 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    const action = new SnsAction(props.topic);
    this.addAlarmAction(action);
    this.addOkAction(action);
  }
}

/**
 * A metric: the percentage of `all` that is `some`, or 0 while `some` are too few to tell anything.
 * @param some an expression over the metrics, by their names
 */
export const percentage = (
  label: string,
  some: string,
  metrics: { readonly all: IMetric } & Readonly<Record<string, IMetric>>,
): MathExpression =>
  new MathExpression({
    label,
    expression: `IF(${some} >= ${FEW}, 100 * (${some}) / all, 0)`,
    usingMetrics: metrics,
    period: PERIOD,
  });
