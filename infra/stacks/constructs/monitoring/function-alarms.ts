import { Stack } from 'aws-cdk-lib';
import type { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { ServiceAlarm, SUM, sumBy } from './service-alarm.ts';

/**
 * Lines of Lambda and of its runtime for an invocation that no code of ours ended. `Invoke Error` is
 * not one of them: the authorizer answers 401 by throwing, and others log a failure before they throw.
 */
const STOPPED = ['Task timed out', 'Init Error', 'Runtime exited'] as const;

/**
 * Alarms for the functions of a stage, by what they log. Lambda's own count of errors has no
 * dimension by which a query finds the functions of one stage, and it counts each 401.
 */
export class FunctionAlarms extends Construct {
  /** The alarms that show that the code of a function fails. */
  readonly failures: readonly IAlarm[];

  /** @param logGroup takes the lines of all functions of the stage, and of no other */
  constructor(scope: Construct, id: string, logGroup: ILogGroup) {
    super(scope, id);
    const { stackName } = Stack.of(this);
    const metric = { logGroup, metricNamespace: stackName };
    // Lambda does not count a 5xx answer as an error; the function writes this line for it.
    new MetricFilter(this, 'Failed', {
      ...metric,
      filterPattern: FilterPattern.stringValue('$.code', '=', 'failed'),
      metricName: 'failures',
      dimensions: { FunctionName: '$.function' },
    });
    const failures = new ServiceAlarm(this, 'Failures', {
      name: 'functions-failures',
      effect:
        'Clients get 500, 503 or 504 more than twice a minute from a function, or its work is late.',
      runbook: 'A function fails',
      metric: sumBy('failures', stackName, 'FunctionName'),
      limit: 2,
    });
    // These lines do not name their function. The names of their streams do.
    const lines = new MetricFilter(this, 'Lines', {
      ...metric,
      filterPattern: FilterPattern.anyTerm(...STOPPED),
      metricName: 'functions that stopped',
    });
    const stopped = new ServiceAlarm(this, 'Stopped', {
      name: 'functions-stopped',
      effect:
        'Clients get 500, 503 or 504 from API Gateway: a function crashes, times out, or cannot start.',
      runbook: 'A function does not answer',
      metric: lines.metric(SUM),
      limit: 0,
    });
    this.failures = [failures, stopped];
  }
}
