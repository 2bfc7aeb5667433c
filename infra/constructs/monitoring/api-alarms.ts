import { Duration } from 'aws-cdk-lib';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { ServiceApi } from '../rest-api.ts';
import { PERIOD, percentage, ServiceAlarm } from './service-alarm.ts';

/** Requests in a period that are too few for a percentile: one cold start would be above it. */
const FEW_REQUESTS = 100;

export interface ApiAlarmsProps {
  readonly stackName: string;
  readonly name: string;
  readonly api: ServiceApi;
  readonly topic: ITopic;
}

/** Tells when an API as a whole fails its clients, whichever part of it does. */
export class ApiAlarms extends Construct {
  /** In alarm while more than 1% of requests are answered with a 5xx. */
  readonly serverErrors: ServiceAlarm;

  constructor(scope: Construct, id: string, { stackName, name, api, topic }: ApiAlarmsProps) {
    super(scope, id);
    const all = api.metric('Count', { statistic: 'SampleCount', period: PERIOD });
    const errors = api.metric('5XXError', { statistic: 'Sum', period: PERIOD });
    const limited = new MetricFilter(this, 'Limited', {
      logGroup: api.accessLog,
      filterPattern: FilterPattern.stringValue('$.status', '=', '429'),
      metricNamespace: stackName,
      metricName: `${name} 429`,
    }).metric({ statistic: 'Sum', period: PERIOD });

    this.serverErrors = new ServiceAlarm(this, 'ServerErrors', {
      alarmName: `${stackName}-${name}-api-5xx`,
      effect: `More than 1% of all requests to the ${name} API are answered with a 5xx.`,
      runbook: 'An API answers 5xx',
      metric: percentage(`${name} 5xx, %`, 'errors', { all, errors }),
      limit: 1,
      topic,
    });
    new ServiceAlarm(this, 'Latency', {
      alarmName: `${stackName}-${name}-api-latency`,
      effect: `One in a hundred requests to the ${name} API takes more than 2 s.`,
      runbook: 'An API is slow',
      metric: new MathExpression({
        label: `${name} p99, ms`,
        expression: `IF(all >= ${FEW_REQUESTS}, latency, 0)`,
        usingMetrics: {
          all,
          latency: api.metric('Latency', { statistic: 'p99', period: PERIOD }),
        },
        period: PERIOD,
      }),
      limit: Duration.seconds(2).toMilliseconds(),
      periods: 3,
      topic,
    });
    new ServiceAlarm(this, 'ThrottledClients', {
      alarmName: `${stackName}-${name}-api-429`,
      effect: `More than 5% of all requests to the ${name} API are answered with 429, from whichever client they come.`,
      runbook: 'Clients are throttled',
      metric: percentage(`${name} 429, %`, 'limited', { all, limited }),
      limit: 5,
      topic,
    });
  }
}
