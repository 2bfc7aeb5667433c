import { Duration, Stack } from 'aws-cdk-lib';
import {
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IAlarm,
  type IMetric,
  type Metric,
  PeriodOverride,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { ServiceFunctions } from '../../service-functions.ts';
import type { ServiceApi } from '../rest-api.ts';

/**
 * The dashboard of a stage: alarms, answers, concurrency, what happened, and calls of deprecated operations. It is free with
 * up to 50 metrics, so it has none for each function.
 * @param eventCounts the events of each type
 * @param oldestDue for how long the webhook that has waited longest has, in s
 */
export const createDashboard = (
  parent: Construct,
  functions: ServiceFunctions,
  apis: ReadonlyMap<string, ServiceApi>,
  alarms: IAlarm[],
  eventCounts: readonly Metric[],
  oldestDue: Metric,
): void => {
  const dashboard = new Dashboard(new Construct(parent, 'Dashboard'), 'Dashboard', {
    dashboardName: Stack.of(parent).stackName,
    periodOverride: PeriodOverride.AUTO,
  });
  dashboard.addWidgets(new AlarmStatusWidget({ title: 'Alarms', alarms, width: 24 }));
  for (const [name, api] of apis) {
    const metric = (metricName: string, statistic: string, label: string) =>
      api.metric(metricName, { statistic, label });
    dashboard.addWidgets(
      graph(`${name}: answers`, [
        metric('Count', 'SampleCount', 'all'),
        metric('4XXError', 'Sum', '4xx'),
        metric('5XXError', 'Sum', '5xx'),
      ]),
      graph(`${name}: latency, ms`, [
        metric('Latency', 'p50', 'p50'),
        metric('Latency', 'p99', 'p99'),
        metric('IntegrationLatency', 'p99', 'p99 without the gateway'),
      ]),
    );
  }
  dashboard.addWidgets(
    graph('All functions of the AWS account: at once', [
      LambdaFunction.metricAllConcurrentExecutions({ label: 'at once' }),
    ]),
  );
  dashboard.addWidgets(
    graph('Events: how many', [...eventCounts]),
    graph('Events: age of the oldest change that is not recorded, ms', [
      functions.recordEvents.live.metric('IteratorAge', { statistic: 'Maximum', label: 'age' }),
    ]),
  );
  dashboard.addWidgets(
    graph('Webhooks: longest wait for a delivery that is due, s', [
      oldestDue.with({ label: 'wait', period: Duration.minutes(5) }),
    ]),
  );
  const deprecated = [...functions.operations].filter(([contract]) => contract.deprecation);
  dashboard.addWidgets(
    graph(
      'Use of deprecated operations',
      deprecated.map(([{ operationId: label }, { live }]) =>
        live.metric('Invocations', { statistic: 'Sum', label }),
      ),
    ),
  );
};

const graph = (title: string, left: IMetric[]): GraphWidget =>
  new GraphWidget({ title, left, width: 8 });
