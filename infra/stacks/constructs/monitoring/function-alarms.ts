import type { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { BundledFunction } from '../bundled-function.ts';
import type { RunbookEntry } from './runbook.ts';
import { ServiceAlarm, SHARE, SUM } from './service-alarm.ts';

export interface FunctionAlarmsProps {
  /** The prefix of alarms' and metrics' names. */
  readonly name: string;
  readonly stackName: string;
  readonly function: BundledFunction;
  /** What clients notice while it fails. */
  readonly effect: string;
  /**
   * Whether a thrown error may be an answer, as the authorizer's 401 is. Then Lambda's error count
   * is not used.
   * @default false
   */
  readonly answersByThrowing?: boolean;
  /**
   * What to do when it fails.
   * @default - what to do about an operation, or about the authorizer
   */
  readonly runbook?: RunbookEntry;
  readonly topic: ITopic;
}

/** Alarms for one function. */
export class FunctionAlarms extends Construct {
  /** The alarms that show that its code fails. */
  readonly failures: readonly IAlarm[];

  constructor(scope: Construct, id: string, props: FunctionAlarmsProps) {
    super(scope, id);
    const { name, stackName, effect, topic } = props;
    const { logGroup } = props.function;

    // Lambda does not count a 5xx answer as an error; the function logs one line for it.
    const logged = new MetricFilter(this, 'LoggedFailures', {
      logGroup,
      filterPattern: FilterPattern.anyTerm('"level":"ERROR"', 'Task timed out'),
      metricNamespace: stackName,
      metricName: `${name} logged failures`,
    });
    const failures = new ServiceAlarm(this, 'Failures', {
      alarmName: `${stackName}-${name}-failures`,
      effect,
      runbook:
        props.runbook ??
        (props.answersByThrowing ? 'The authorizer fails' : 'A function answers 5xx'),
      metric: logged.metric(SUM),
      limit: 2,
      topic,
    });
    this.failures = props.answersByThrowing ? [failures] : [failures, this.errors(props)];
  }

  private errors({ name, stackName, effect, topic, ...props }: FunctionAlarmsProps): IAlarm {
    return new ServiceAlarm(this, 'Errors', {
      alarmName: `${stackName}-${name}-errors`,
      effect,
      runbook: props.runbook ?? 'A function does not answer',
      metric: props.function.live.metricErrors(SHARE),
      limit: 0.01,
      topic,
    });
  }
}
