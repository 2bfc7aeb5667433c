import type { IMetric, MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { BundledFunction } from '../bundled-function.ts';
import { PERIOD, percentage, ServiceAlarm } from './service-alarm.ts';

export interface FunctionAlarmsProps {
  /** What alarms and metrics are named after. */
  readonly name: string;
  readonly stackName: string;
  readonly function: BundledFunction;
  /** What clients notice while it fails. */
  readonly effect: string;
  /**
   * Whether an error that it throws may be an answer, as the authorizer's 401 is: then only what it
   * logs is a failure, and not what Lambda counts as one.
   * @default false
   */
  readonly answersByThrowing?: boolean;
  readonly topic: ITopic;
}

/** Tells when one function fails its callers, or cannot start for want of concurrency. */
export class FunctionAlarms extends Construct {
  /** In alarm while more than 1% of invocations end in a 5xx. */
  readonly failures: ServiceAlarm;

  constructor(scope: Construct, id: string, props: FunctionAlarmsProps) {
    super(scope, id);
    const { name, stackName, topic } = props;
    const { live } = props.function;
    const inPeriod = { period: PERIOD, statistic: 'Sum' };
    const logged = this.loggedFailures(props, inPeriod);
    const all = live.metricInvocations(inPeriod);
    const errors = live.metricErrors(inPeriod);

    this.failures = new ServiceAlarm(this, 'Failures', {
      alarmName: `${stackName}-${name}-failures`,
      effect: props.effect,
      runbook: props.answersByThrowing ? 'The authorizer fails' : 'A function fails',
      metric: props.answersByThrowing
        ? percentage(`${name} fails, %`, 'logged', { all, logged })
        : percentage(`${name} fails, %`, 'errors + FILL(logged, 0)', { all, errors, logged }),
      limit: 1,
      topic,
    });
    new ServiceAlarm(this, 'Throttles', {
      alarmName: `${stackName}-${name}-throttles`,
      effect: `${props.effect} That is because Lambda runs no more of ${name} at once.`,
      runbook: 'A function is throttled',
      metric: live.metricThrottles(inPeriod),
      limit: 0,
      topic,
    });
  }

  /**
   * What a function answers itself with a 5xx is no error to Lambda, but one line in the log. Every
   * other line counts 0, so that the sum with Lambda's own count never lacks a part.
   */
  private loggedFailures(props: FunctionAlarmsProps, options: MetricOptions): IMetric {
    const ours = '"level":"ERROR"';
    return new MetricFilter(this, 'LoggedFailures', {
      logGroup: props.function.logGroup,
      filterPattern: props.answersByThrowing
        ? FilterPattern.anyTerm(ours, 'Task timed out')
        : FilterPattern.anyTerm(ours),
      metricNamespace: props.stackName,
      metricName: `${props.name} logged failures`,
      defaultValue: 0,
    }).metric(options);
  }
}
