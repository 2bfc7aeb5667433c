import * as z from 'zod';
import { resourcesOf } from '../support/assembly.ts';

/** The page that `write-pages.ts` writes. */
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

/** The page about a stack's alarms. */
export const alarmsPage = (template: unknown, stackName: string): string => {
  const alarms = alarmsOf(template);
  const nameOf = ({ AlarmName }: Alarm) => `\`${AlarmName.slice(stackName.length + 1)}\``;
  const namesWhere = (isSo: (alarm: Alarm) => boolean) => alarms.filter(isSo).map(nameOf).sort();
  const rows = alarms.map((alarm) => {
    const anchor = alarm.AlarmDescription.split('#')[1] ?? '';
    const metrics = measuredBy(alarm).map(({ MetricName }) => `\`${MetricName}\``);
    return `| [${nameOf(alarm)}](../RUNBOOK.md#${anchor}) | ${[...new Set(metrics)].join(', ')} |`;
  });
  return `# Alarms

[The runbook](../RUNBOOK.md#alarms) says what to do. Mail goes to \`alarmEmail\` of the stage, and to other subscribers of
\`AlarmTopic\`.

Without data alarms end, but ${namesWhere(turnsOnWithoutData).join(' and ')} turn on. These may stay on:
${namesWhere(mayStayOn).join(', ')}.

| Alarm | Measures |
| --- | --- |
${rows.sort().join('\n')}
`;
};

const turnsOnWithoutData = ({ TreatMissingData }: Alarm) => TreatMissingData === 'breaching';

/** Alarms of DynamoDB's namespace ignore missing data, whatever they say ("PutMetricAlarm"). A query has no `FILL`. */
const mayStayOn = ({ Metrics }: Alarm) =>
  Metrics.some(({ Expression }) => Expression.includes('AWS/DynamoDB'));
