import { Duration, Stack } from 'aws-cdk-lib';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { STOPPED } from '../../names.ts';
import type { BundledFunction } from '../bundled-function.ts';
import type { ServiceApi } from '../rest-api.ts';
import type { Tables } from '../tables.ts';
import { eachMinute, PERIOD, ServiceAlarm } from './service-alarm.ts';

/**
 * Makes the alarms for an API as a whole, whichever part of it fails.
 * @returns the one for answers of 5xx
 */
export const createApiAlarms = (parent: Construct, name: string, api: ServiceApi): ServiceAlarm => {
  const scope = new Construct(parent, `${name}-api`);
  const limited = new MetricFilter(scope, 'Limited', {
    logGroup: api.accessLog,
    filterPattern: FilterPattern.stringValue('$.status', '=', '429'),
    metricNamespace: Stack.of(scope).stackName,
    metricName: `${name} 429`,
  });
  const serverErrors = new ServiceAlarm(scope, 'ServerErrors', {
    name: `${name}-api-5xx`,
    effect: `More than 1% of all requests to the ${name} API are answered with a 5xx.`,
    runbook: 'An API answers 5xx',
    metric: api.metric('5XXError', eachMinute('Average')),
    limit: 0.01,
  });
  new ServiceAlarm(scope, 'Latency', {
    name: `${name}-api-latency`,
    effect: `One in a hundred requests to the ${name} API takes more than 2 s.`,
    runbook: 'An API is slow',
    metric: api.metric('Latency', eachMinute('p99')),
    limit: Duration.seconds(2).toMilliseconds(),
  });
  new ServiceAlarm(scope, 'ThrottledClients', {
    name: `${name}-api-429`,
    effect: `More than one request a second to the ${name} API is answered with 429, from whichever client it comes.`,
    runbook: 'Clients are throttled',
    metric: limited.metric(eachMinute('Sum')),
    limit: 60,
  });
  return serverErrors;
};

/**
 * Makes the alarms for the functions of a stage, by what they log. Lambda's own count of errors has no
 * dimension by which a query finds the functions of one stage, and it counts each 401.
 * @param logGroup takes the lines of all functions of the stage, and of no other
 * @param deliverWebhook is the one that may reserve executions: its throttles are late webhooks, which have their own alarm
 * @returns those that show that the code of a function fails
 */
export const createFunctionAlarms = (
  parent: Construct,
  logGroup: ILogGroup,
  deliverWebhook: BundledFunction,
): readonly ServiceAlarm[] => {
  const scope = new Construct(parent, 'Functions');
  const { stackName } = Stack.of(scope);
  // Lambda does not count a 5xx answer as an error; the function writes this line for it.
  new MetricFilter(scope, 'Failed', {
    logGroup,
    filterPattern: FilterPattern.stringValue('$.code', '=', 'failed'),
    metricNamespace: stackName,
    metricName: 'failures',
    dimensions: { FunctionName: '$.function' },
  });
  const failures = new ServiceAlarm(scope, 'Failures', {
    name: 'functions-failures',
    effect:
      'Clients get 500, 503 or 504 more than twice a minute from a function, or its work is late.',
    runbook: 'A function fails',
    metric: sumBy('failures', stackName, 'FunctionName'),
    limit: 2,
  });
  // These lines do not name their function. The names of their streams do.
  const lines = new MetricFilter(scope, 'Lines', {
    logGroup,
    filterPattern: FilterPattern.anyTerm(...STOPPED),
    metricNamespace: stackName,
    metricName: 'functions that stopped',
  });
  const stopped = new ServiceAlarm(scope, 'Stopped', {
    name: 'functions-stopped',
    effect:
      'Clients get 500, 503 or 504 from API Gateway: a function crashes, times out, or cannot start.',
    runbook: 'A function does not answer',
    metric: lines.metric(eachMinute('Sum')),
  });
  new ServiceAlarm(parent, 'Throttles', {
    name: 'lambda-throttles',
    effect:
      'Clients get 5xx: Lambda runs no more functions at once, of all that this AWS account has in the region.',
    runbook: 'Functions are throttled',
    metric: new MathExpression({
      expression: 'FILL(all, 0) - FILL(deliveries, 0)',
      usingMetrics: {
        all: LambdaFunction.metricAllThrottles(eachMinute('Sum')),
        deliveries: deliverWebhook.latest.metricThrottles(eachMinute('Sum')),
      },
      period: PERIOD,
      label: 'throttles of all functions but deliverWebhook',
    }),
  });
  return [failures, stopped];
};

/** What DynamoDB counts throttles by ("DynamoDB Metrics and dimensions"). */
const DIMENSIONS = {
  table: ['TableName'],
  index: ['TableName', 'GlobalSecondaryIndexName'],
} as const;

/**
 * Makes the alarms for throttled tables and indexes: of each that the AWS account has in the region, as a
 * query cannot choose by a part of a name. This metric counts each throttled part of a request, also in a
 * transaction. `ThrottledRequests` counts the request once, by action.
 */
export const createTableAlarms = (parent: Construct, tables: Tables): void => {
  const scope = new Construct(parent, 'Tables');
  for (const [kind, dimensions] of Object.entries(DIMENSIONS)) {
    for (const use of ['Read', 'Write']) {
      const name = `${kind}-${use.toLowerCase()}-throttles`;
      new ServiceAlarm(scope, name, {
        name,
        effect: `Operations that ${use.toLowerCase()} the ${kind} of this alarm are slow, as attempts are repeated, and fail with 503 when three attempts were in vain.`,
        runbook: 'A table throttles',
        metric: sumBy(`${use}ThrottleEvents`, 'AWS/DynamoDB', ...dimensions),
        limit: 5,
      });
    }
  }
  // DynamoDB counts its own errors by table and action only. When DynamoDB fails, it fails for all
  // of them, so one alarm is enough: on the read that a request needs when its key is not in the
  // authorizer's cache.
  const keys = tables.get('apiKeys');
  new ServiceAlarm(scope, 'system-errors', {
    name: 'dynamodb-system-errors',
    effect:
      'Every operation is slow, as attempts are repeated, and fails with 503 when three attempts were in vain.',
    runbook: 'DynamoDB fails',
    // DynamoDB writes this metric during errors alone, and alarms of its namespace ignore missing data, whatever they say
    // ("PutMetricAlarm"): without FILL it would stay on.
    metric: new MathExpression({
      expression: 'FILL(errors, 0)',
      usingMetrics: {
        errors: keys.metric('SystemErrors', {
          dimensionsMap: { TableName: keys.tableName, Operation: 'GetItem' },
          ...eachMinute('Sum'),
        }),
      },
      period: PERIOD,
      label: 'errors of DynamoDB',
    }),
    limit: 2,
  });
};

/**
 * Number in a minute for each value of these dimensions, by a query of Metrics Insights: each is a
 * contributor of the alarm, with its own mail ("Create a CloudWatch alarm based on a Metrics Insights query").
 */
const sumBy = (metricName: string, namespace: string, ...dimensions: readonly string[]) => {
  const names = dimensions.join(', ');
  return new MathExpression({
    expression: `SELECT SUM(${metricName}) FROM SCHEMA("${namespace}", ${names}) GROUP BY ${names} ORDER BY SUM() DESC`,
    period: PERIOD,
  });
};
