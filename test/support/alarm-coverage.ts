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

/** The metrics of a template's alarms, by the alarm's name. */
export const alarmMetrics = (template: Template): ReadonlyMap<string, WatchedMetric> =>
  new Map(
    [...propertiesOf(template, 'AWS::CloudWatch::Alarm').values()].flatMap((alarm) => {
      // It computes with several: the heartbeat of recording.
      if ('Metrics' in alarm) return [];
      const dimensions = (alarm['Dimensions'] ?? []) as { Name: string; Value: unknown }[];
      const named = dimensions.map(({ Name, Value }) => [Name, plain(Value)] as const);
      const metric = watchedMetric(
        String(alarm['Namespace']),
        String(alarm['MetricName']),
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

/** A right of functions to a table or one of its indexes. */
export interface TableUse {
  /** The table's logical id, and its index if it is one: `TablesPets…/index/byStatus`. */
  readonly what: string;
  readonly use: 'Read' | 'Write';
}

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

const READS = ['BatchGetItem', 'GetItem', 'Query', 'Scan'];

/**
 * The rights to tables in the roles of a template. A write to a table writes to all its indexes.
 * Transactions are included, as they need the right of each part.
 */
export const tableUses = (template: Template): readonly TableUse[] => {
  const statements = [...propertiesOf(template, 'AWS::IAM::Role').values()].flatMap(statementsOf);
  const tables = propertiesOf(template, 'AWS::DynamoDB::GlobalTable');
  const indexesOf = (table: string) =>
    ((tables.get(table)?.['GlobalSecondaryIndexes'] ?? []) as { IndexName: string }[]).map(
      ({ IndexName }) => `${table}/index/${IndexName}`,
    );
  const uses = statements.flatMap(({ Action, Resource }) =>
    [Action].flat().flatMap((action) => {
      const [service, name = ''] = action.split(':');
      return service !== 'dynamodb'
        ? []
        : [Resource].flat().flatMap((resource): TableUse[] => {
            const what = plain(resource);
            return READS.includes(name)
              ? [{ what, use: 'Read' }]
              : [what, ...indexesOf(what)].map((each) => ({ what: each, use: 'Write' }));
          });
    }),
  );
  return [...new Map(uses.map((use) => [`${use.use} ${use.what}`, use])).values()];
};

/** One line for each use of a table or index whose throttling has no alarm. */
export const unwatched = (
  uses: readonly TableUse[],
  metrics: Iterable<WatchedMetric>,
): readonly string[] => {
  const watched = new Set(
    [...metrics].map(({ text, dimensions: { TableName, GlobalSecondaryIndexName: index } }) =>
      [text.split(' ')[1], index ? `${TableName}/index/${index}` : TableName].join(' '),
    ),
  );
  return uses
    .filter(({ what, use }) => !watched.has(`${use}ThrottleEvents ${what}`))
    .map(
      ({ what, use }) =>
        `${what}: functions ${use.toLowerCase()} it, and no alarm counts ${use}ThrottleEvents.`,
    );
};
