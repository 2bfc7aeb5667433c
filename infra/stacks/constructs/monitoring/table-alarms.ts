import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { TableAccess } from '../../../../lib/storage/tables.ts';
import type { Tables } from '../tables.ts';
import { ServiceAlarm, SUM } from './service-alarm.ts';
import { type ThrottleTarget, throttleTargets } from './throttle-targets.ts';

export interface TableAlarmsProps {
  readonly stackName: string;
  readonly tables: Tables;
  /** What functions may do with tables. */
  readonly access: readonly TableAccess[];
  readonly topic: ITopic;
}

/**
 * Alarms for throttled tables and indexes. This metric counts each throttled part of a request,
 * also in a transaction. `ThrottledRequests` counts the request once, by action ("DynamoDB Metrics
 * and dimensions").
 */
export class TableAlarms extends Construct {
  constructor(scope: Construct, id: string, props: TableAlarmsProps) {
    super(scope, id);
    for (const target of throttleTargets(props.access)) this.watch(props, target);
    this.watchService(props);
  }

  private watch(
    { stackName, tables, topic }: TableAlarmsProps,
    { table, index, use }: ThrottleTarget,
  ): void {
    const name = `${table}${index ? `-${index}` : ''}-${use.toLowerCase()}-throttles`;
    new ServiceAlarm(this, name, {
      alarmName: `${stackName}-${name}`,
      effect: `Operations that ${use.toLowerCase()} ${index ? `the index ${index} of ` : ''}the table ${table} are slow, as attempts are repeated, and fail with 503 when three attempts were in vain.`,
      runbook: 'A table throttles',
      metric: new Metric({
        namespace: 'AWS/DynamoDB',
        metricName: `${use}ThrottleEvents`,
        dimensionsMap: {
          TableName: tables.get(table).tableName,
          ...(index && { GlobalSecondaryIndexName: index }),
        },
        ...SUM,
      }),
      limit: 5,
      topic,
    });
  }

  /**
   * DynamoDB counts its own errors by table and action only. When DynamoDB fails, it fails for all
   * of them, so one alarm is enough: on the read that a request needs when its key is not in the
   * authorizer's cache.
   */
  private watchService({ stackName, tables, topic }: TableAlarmsProps): void {
    new ServiceAlarm(this, 'system-errors', {
      alarmName: `${stackName}-dynamodb-system-errors`,
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
      topic,
    });
  }
}
