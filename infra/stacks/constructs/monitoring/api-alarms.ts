import { Duration, Stack } from 'aws-cdk-lib';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { ServiceApi } from '../rest-api.ts';
import { P99, ServiceAlarm, SHARE, SUM } from './service-alarm.ts';

/** Alarms for an API as a whole, whichever part of it fails. */
export class ApiAlarms extends Construct {
  /** In alarm while more than 1% of requests are answered with a 5xx. */
  readonly serverErrors: ServiceAlarm;

  constructor(scope: Construct, name: string, api: ServiceApi) {
    super(scope, `${name}-api`);
    const limited = new MetricFilter(this, 'Limited', {
      logGroup: api.accessLog,
      filterPattern: FilterPattern.stringValue('$.status', '=', '429'),
      metricNamespace: Stack.of(this).stackName,
      metricName: `${name} 429`,
    });

    this.serverErrors = new ServiceAlarm(this, 'ServerErrors', {
      name: `${name}-api-5xx`,
      effect: `More than 1% of all requests to the ${name} API are answered with a 5xx.`,
      runbook: 'An API answers 5xx',
      metric: api.metric('5XXError', SHARE),
      limit: 0.01,
    });
    new ServiceAlarm(this, 'Latency', {
      name: `${name}-api-latency`,
      effect: `One in a hundred requests to the ${name} API takes more than 2 s.`,
      runbook: 'An API is slow',
      metric: api.metric('Latency', P99),
      limit: Duration.seconds(2).toMilliseconds(),
    });
    new ServiceAlarm(this, 'ThrottledClients', {
      name: `${name}-api-429`,
      effect: `More than one request a second to the ${name} API is answered with 429, from whichever client it comes.`,
      runbook: 'Clients are throttled',
      metric: limited.metric(SUM),
      limit: 60,
    });
  }
}
