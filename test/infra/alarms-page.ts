import * as z from 'zod';

/** The page that `write-alarms-page.ts` writes. */
export const ALARMS_PAGE = 'docs/alarms.md';

const Stat = z.object({ Namespace: z.unknown(), MetricName: z.string() });

const Alarm = Stat.partial().extend({
  AlarmName: z.string(),
  AlarmDescription: z.string(),
  TreatMissingData: z.string(),
  Metrics: z
    .array(
      z.object({
        Expression: z.string().optional(),
        MetricStat: z.object({ Metric: Stat }).optional(),
      }),
    )
    .default([]),
});

const Template = z.object({
  Resources: z.record(
    z.string(),
    z.object({ Type: z.string(), Properties: z.unknown().optional() }),
  ),
});

/** Metrics that exist only while something is wrong ("DynamoDB metrics"), and those of filters, only with such a line. */
const ONLY_THEN = /^SystemErrors$|ThrottleEvents|^failures$|429$|^functions that stopped$/;

/** @throws ZodError if an alarm is of another form */
export const alarmsPage = (template: unknown, stackName: string): string => {
  const alarms = Object.values(Template.parse(template).Resources)
    .filter(({ Type }) => Type === 'AWS::CloudWatch::Alarm')
    .map(({ Properties }) => Alarm.parse(Properties));
  const rows = alarms.map((alarm) => rowOf(alarm, stackName)).sort();
  return `# Alarms

\`npm run generate\` writes this page. [The runbook](../RUNBOOK.md#alarms) says what to do. Mail goes to \`alarmEmail\` of
the stage, and to other subscribers of \`AlarmTopic\`, when an alarm turns on and off.

| Alarm | Measures | Without data |
| --- | --- | --- |
${rows.join('\n')}
`;
};

const rowOf = (alarm: z.output<typeof Alarm>, stackName: string): string => {
  const { AlarmName, AlarmDescription, Metrics, TreatMissingData } = alarm;
  const [expression = ''] = Metrics.flatMap(({ Expression = [] }) => Expression);
  const [, queried] = /SELECT SUM\((\w+)\)/.exec(expression) ?? [];
  const names = [
    ...(alarm.MetricName ? [alarm.MetricName] : []),
    ...(queried ? [queried] : []),
    ...Metrics.flatMap(({ MetricStat }) => MetricStat?.Metric.MetricName ?? []),
  ];
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
