import type { Template } from 'aws-cdk-lib/assertions';
import { metricText } from './aws-metrics.ts';

type Properties = Record<string, unknown>;

/** The properties of a template's resources of a type, by their logical ids. */
export const propertiesOf = (template: Template, type: string): Map<string, Properties> =>
  new Map(
    Object.entries(template.findResources(type)).map(([id, resource]) => [
      id,
      resource['Properties'],
    ]),
  );

/** A text with its tokens replaced by logical ids: `{Ref: A}` is `A`. */
const plain = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/\{"(?:Ref|Fn::GetAtt)":\[?"(\w+)"(?:,"\w+"\])?\}/g, '"$1"')
    .replace(/\{"Fn::Join":\["",\[(.*?)\]\]\}/g, '$1')
    .replace(/[",]/g, '');

/** The metric of an alarm: `AWS/Lambda Errors {…}`, and the dimensions' values. */
export interface WatchedMetric {
  readonly text: string;
  readonly dimensions: Readonly<Record<string, string>>;
}

const watchedMetric = (namespace: string, name: string, dimensions: Record<string, string>) => ({
  text: metricText(namespace, name, Object.keys(dimensions)),
  dimensions,
});

/** A query of Metrics Insights as `sumBy` makes it: its metric, namespace and dimensions. */
const QUERY =
  /^SELECT SUM\((\w+)\) FROM SCHEMA\("([^"]+)", ([\w, ]+)\) GROUP BY \3 ORDER BY SUM\(\) DESC$/;

/** The metrics of a template's alarms, by the alarm's name. Those of a query have no values of dimensions. */
export const alarmMetrics = (template: Template): ReadonlyMap<string, WatchedMetric> =>
  new Map(
    [...propertiesOf(template, 'AWS::CloudWatch::Alarm').values()].flatMap((alarm) => {
      const [query, ...others] = (alarm['Metrics'] ?? []) as { Expression: string }[];
      // It computes with several: the heartbeat of recording.
      if (others.length > 0) return [];
      const [, metricName = alarm['MetricName'], namespace = alarm['Namespace'], keys = ''] =
        QUERY.exec(query?.Expression ?? '') ?? [];
      const dimensions = (alarm['Dimensions'] ?? []) as { Name: string; Value: unknown }[];
      const named = [
        ...dimensions.map(({ Name, Value }) => [Name, plain(Value)] as const),
        ...keys.split(', ').map((key) => [key, ''] as const),
      ].filter(([key]) => key);
      const metric = watchedMetric(
        String(namespace),
        String(metricName),
        Object.fromEntries(named),
      );
      return [[String(alarm['AlarmName']), metric] as const];
    }),
  );

/** The content of a dashboard. */
interface Widget {
  readonly properties: {
    readonly title?: string;
    readonly metrics?: readonly (readonly unknown[])[];
  };
}

/** The metrics of a template's dashboard, widget by widget. */
export const dashboardMetrics = (
  template: Template,
): readonly { readonly title: string; readonly metrics: readonly WatchedMetric[] }[] => {
  const [dashboard] = propertiesOf(template, 'AWS::CloudWatch::Dashboard').values();
  const body = dashboard?.['DashboardBody'] as { 'Fn::Join': [string, unknown[]] };
  const parts = body['Fn::Join'][1].map((part) => (typeof part === 'string' ? part : plain(part)));
  const { widgets }: { widgets: Widget[] } = JSON.parse(parts.join(''));
  return widgets.map(({ properties: { title = '', metrics = [] } }) => ({
    title,
    metrics: metrics.map((metric) => {
      const [namespace = '', name = '', ...rest] = metric.filter(
        (part) => typeof part === 'string',
      );
      const names = rest.filter((_, index) => index % 2 === 0);
      const values = rest.filter((_, index) => index % 2 === 1);
      return watchedMetric(
        namespace,
        name,
        Object.fromEntries(names.map((each, index) => [each, values[index] ?? ''])),
      );
    }),
  }));
};

/** What a role allows or denies. */
export interface Statement {
  readonly Effect: string;
  readonly Action: string | string[];
  readonly Resource: unknown;
}

/** The statements in the policies of a role. */
export const statementsOf = (role: Properties): readonly Statement[] =>
  ((role['Policies'] ?? []) as { PolicyDocument: { Statement: Statement[] } }[]).flatMap(
    ({ PolicyDocument }) => PolicyDocument.Statement,
  );
