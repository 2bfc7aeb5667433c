import * as z from 'zod';
import { resourcesOf } from '../support/assembly.ts';

/** The page that `write-alarms-page.ts` writes. */
export const ALARMS_PAGE = 'docs/alarms.md';

const Metric = z.object({
  Namespace: z.string(),
  MetricName: z.string(),
  Dimensions: z.array(z.object({ Name: z.string() }).transform(({ Name }) => Name)).default([]),
});
export type Metric = z.output<typeof Metric>;

const Alarm = z.looseObject({
  AlarmName: z.string(),
  AlarmDescription: z.string(),
  TreatMissingData: z.string(),
  Metrics: z
    .array(
      z.object({
        Id: z.string(),
        Expression: z.string().default(''),
        MetricStat: z.object({ Metric }).optional(),
      }),
    )
    .default([]),
});
type Alarm = z.output<typeof Alarm>;

/** The alarms of a template. @throws ZodError if one is of another form */
export const alarmsOf = (template: unknown): readonly Alarm[] => [
  ...resourcesOf(template, 'AWS::CloudWatch::Alarm', Alarm).values(),
];

/** A query of Metrics Insights as `sumBy` makes it: its metric, namespace and dimensions. */
const QUERY =
  /^SELECT SUM\((\w+)\) FROM SCHEMA\("([^"]+)", ([\w, ]+)\) GROUP BY \3 ORDER BY SUM\(\) DESC$/;

/** All metrics that an alarm measures, alone, in an expression or by a query. */
export const measuredBy = (alarm: Alarm): readonly Metric[] => [
  ...[Metric.safeParse(alarm).data ?? []].flat(),
  ...alarm.Metrics.flatMap(({ Expression, MetricStat }) => {
    const [, MetricName, Namespace = '', names = ''] = QUERY.exec(Expression) ?? [];
    if (MetricName) return { MetricName, Namespace, Dimensions: names.split(', ') };
    return MetricStat?.Metric ?? [];
  }),
];

/** Metrics that exist only while something is wrong ("DynamoDB metrics"), and those of filters, only with such a line. */
const ONLY_THEN = /^SystemErrors$|ThrottleEvents|^failures$|429$|^functions that stopped$/;

/** The page about a stack's alarms. */
export const alarmsPage = (template: unknown, stackName: string): string => {
  const rows = alarmsOf(template).map((alarm) => rowOf(alarm, stackName));
  return `# Alarms

\`npm run generate\` writes this page. [The runbook](../RUNBOOK.md#alarms) says what to do. Mail goes to \`alarmEmail\` of
the stage, and to other subscribers of \`AlarmTopic\`, when an alarm turns on and off.

| Alarm | Measures | Without data |
| --- | --- | --- |
${rows.sort().join('\n')}
`;
};

const rowOf = (alarm: Alarm, stackName: string): string => {
  const { AlarmName, AlarmDescription, Metrics, TreatMissingData } = alarm;
  const expression = Metrics.map(({ Expression }) => Expression).join('');
  const names = measuredBy(alarm).map(({ MetricName }) => MetricName);
  const anchor = AlarmDescription.split('#')[1] ?? '';
  const dynamoDb = expression.includes('AWS/DynamoDB');
  const filled = expression.includes('FILL') ? 'counts as 0: ends' : '';
  const end = dynamoDb
    ? 'ends, or stays on'
    : filled || (TreatMissingData === 'breaching' ? 'on' : 'ends');
  const only = names.some((name) => ONLY_THEN.test(name)) ? ', only then' : '';
  const name = AlarmName.slice(stackName.length + 1);
  return `| [\`${name}\`](../RUNBOOK.md#${anchor}) | ${[...new Set(names)].map((each) => `\`${each}\``).join(', ')}${only} | ${end} |`;
};
