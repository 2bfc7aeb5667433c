import { Duration } from 'aws-cdk-lib';
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
import type { StageConfig } from '../../stages.ts';
import type { BundledFunction } from '../bundled-function.ts';
import type { ServiceApi } from '../rest-api.ts';

export interface DashboardProps {
  readonly config: StageConfig;
  /** Functions of deprecated operations: the dashboard shows who still uses them. */
  readonly deprecated: readonly BundledFunction[];
  readonly apis: ReadonlyMap<string, ServiceApi>;
  readonly recording: { readonly function: BundledFunction };
  /** The events of each type. */
  readonly eventCounts: readonly Metric[];
  /** For how long the webhook that has waited longest has, in s. */
  readonly oldestDue: Metric;
  readonly alarms: IAlarm[];
}

/**
 * The dashboard of a stage: alarms, answers, concurrency, what happened, and calls of deprecated operations. It is free with
 * up to 50 metrics, so it has none for each function.
 */
export const createDashboard = (
  parent: Construct,
  { config, deprecated, apis, alarms, recording, eventCounts, oldestDue }: DashboardProps,
): void => {
  const dashboard = new Dashboard(new Construct(parent, 'Dashboard'), 'Dashboard', {
    dashboardName: config.stackName,
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
      recording.function.live.metric('IteratorAge', { statistic: 'Maximum', label: 'age' }),
    ]),
  );
  dashboard.addWidgets(
    graph('Webhooks: longest wait for a delivery that is due, s', [
      oldestDue.with({ label: 'wait', period: Duration.minutes(5) }),
    ]),
  );
  dashboard.addWidgets(
    graph(
      'Use of deprecated operations',
      deprecated.map(({ name, live }) =>
        live.metric('Invocations', { statistic: 'Sum', label: name }),
      ),
    ),
  );
};

const graph = (title: string, left: IMetric[]): GraphWidget =>
  new GraphWidget({ title, left, width: 8 });
