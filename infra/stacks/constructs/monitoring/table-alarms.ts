import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { Tables } from '../tables.ts';
import { ServiceAlarm, SUM, sumBy } from './service-alarm.ts';

/** What DynamoDB counts throttles by ("DynamoDB Metrics and dimensions"). */
const DIMENSIONS = {
  table: ['TableName'],
  index: ['TableName', 'GlobalSecondaryIndexName'],
} as const;

/**
 * Alarms for throttled tables and indexes: of each that the AWS account has in the region, as a query
 * cannot choose by a part of a name. This metric counts each throttled part of a request, also in a
 * transaction. `ThrottledRequests` counts the request once, by action.
 */
export class TableAlarms extends Construct {
  constructor(scope: Construct, id: string, tables: Tables) {
    super(scope, id);
    for (const [kind, dimensions] of Object.entries(DIMENSIONS)) {
      for (const use of ['Read', 'Write']) {
        const name = `${kind}-${use.toLowerCase()}-throttles`;
        new ServiceAlarm(this, name, {
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
    new ServiceAlarm(this, 'system-errors', {
      name: 'dynamodb-system-errors',
      effect:
        'Every operation is slow, as attempts are repeated, and fails with 503 when three attempts were in vain.',
      runbook: 'DynamoDB fails',
      metric: new Metric({
        namespace: 'AWS/DynamoDB',
        metricName: 'SystemErrors',
        dimensionsMap: { TableName: tables.get('apiKeys').tableName, Operation: 'GetItem' },
        ...SUM,
      }),
      limit: 2,
    });
  }
}
