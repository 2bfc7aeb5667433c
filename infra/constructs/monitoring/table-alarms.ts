import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import {
  type StorageAction,
  type TableAccess,
  type TableName,
  tableDefinition,
  tableNames,
} from '../../../lib/tables.ts';
import type { Tables } from '../tables.ts';
import { ServiceAlarm, SUM } from './service-alarm.ts';

export interface TableAlarmsProps {
  readonly stackName: string;
  readonly tables: Tables;
  /** What functions may do with tables. */
  readonly access: readonly TableAccess[];
  readonly topic: ITopic;
}

const USES = ['Read', 'Write'] as const;
type Use = (typeof USES)[number];

/** All other actions write. */
const READS: readonly StorageAction[] = ['BatchGetItem', 'GetItem', 'Query'];

/** Whether functions read or write a table, or one of its indexes. Who writes to a table writes to all its indexes. */
const isUsed = (
  access: readonly TableAccess[],
  use: Use,
  table: TableName,
  index: string | undefined,
): boolean =>
  access.some((each) => {
    if (each.table !== table) return false;
    if (use === 'Read') return each.index === index && each.actions.some(isRead);
    return !each.actions.every(isRead);
  });

const isRead = (action: StorageAction): boolean => READS.includes(action);

/**
 * Tells when a table or an index refuses what it is asked. DynamoDB counts each throttled part of a request here,
 * of a transaction too: `ThrottledRequests` counts the request once, by action ("DynamoDB Metrics and dimensions").
 */
export class TableAlarms extends Construct {
  constructor(scope: Construct, id: string, props: TableAlarmsProps) {
    super(scope, id);
    for (const table of tableNames()) {
      const indexes = Object.keys(tableDefinition(table).indexes ?? {});
      for (const use of USES) {
        for (const index of [undefined, ...indexes]) {
          // An alarm on what no function does could never turn on.
          if (isUsed(props.access, use, table, index)) this.watch(props, table, index, use);
        }
      }
    }
    this.watchService(props);
  }

  private watch(
    { stackName, tables, topic }: TableAlarmsProps,
    table: TableName,
    index: string | undefined,
    use: Use,
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
   * DynamoDB counts its own errors by table and action only. When it fails it fails for all of them, so one is enough:
   * what every request needs whose key is not in the authorizer's cache.
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
