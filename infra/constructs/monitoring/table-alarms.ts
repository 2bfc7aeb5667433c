import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { TableAccess, TableName } from '../../../lib/tables.ts';
import type { Tables } from '../tables.ts';
import { ServiceAlarm, SUM } from './service-alarm.ts';

export interface TableAlarmsProps {
  readonly stackName: string;
  readonly tables: Tables;
  /** Which actions are used on which table. */
  readonly access: readonly TableAccess[];
  readonly topic: ITopic;
}

/**
 * Tells when a table refuses or fails an action that a function uses. DynamoDB counts both by table
 * and action ("DynamoDB metrics and dimensions").
 */
export class TableAlarms extends Construct {
  constructor(scope: Construct, id: string, props: TableAlarmsProps) {
    super(scope, id);
    const used = new Map(
      props.access.flatMap(({ table, actions }) =>
        countedAs(actions).map((action) => [`${table}-${action}`, { table, action }]),
      ),
    );
    for (const [name, { table, action }] of used) this.watch(props, name, table, action);
  }

  private watch(props: TableAlarmsProps, name: string, table: TableName, action: string): void {
    const { stackName, tables, topic } = props;
    const dimensionsMap = { TableName: tables.get(table).tableName, Operation: action };
    const sum = (metricName: string) =>
      new Metric({ namespace: 'AWS/DynamoDB', metricName, dimensionsMap, ...SUM });
    const effect = `Operations that use ${action} of the table ${table} are slow, as attempts are repeated, and fail with 503 when three attempts were in vain.`;
    new ServiceAlarm(this, `${name}-throttles`, {
      alarmName: `${stackName}-${name}-throttles`,
      effect,
      runbook: 'A table throttles',
      metric: sum('ThrottledRequests'),
      limit: 5,
      topic,
    });
    new ServiceAlarm(this, `${name}-system-errors`, {
      alarmName: `${stackName}-${name}-system-errors`,
      effect,
      runbook: 'A table fails',
      metric: sum('SystemErrors'),
      limit: 5,
      topic,
    });
  }
}

/** What is put may be put by a transaction, which DynamoDB counts under its own name alone. */
const countedAs = (actions: TableAccess['actions']): readonly string[] =>
  actions.includes('PutItem') ? [...actions, 'TransactWriteItems'] : actions;
