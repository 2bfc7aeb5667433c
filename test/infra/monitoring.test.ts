import { describe, expect, jest, test } from '@jest/globals';
import { Template } from 'aws-cdk-lib/assertions';
import * as z from 'zod';
import { logEventCounts } from '../../functions/record-events/handler.ts';
import { ADDRESSES } from '../../infra/stacks/addresses.ts';
import { STAGES } from '../../infra/stacks/stages.ts';
import { logError, logFigures } from '../../lib/process/log.ts';
import { propertiesOf, readTemplate, resourcesOf } from '../support/assembly.ts';
import { fileText } from '../support/project.ts';
import { ALARMS_PAGE, alarmsOf, alarmsPage, type Metric, measuredBy } from './alarms-page.ts';

/** The entry for the alarm of a stage with a probe. */
const PROBE = 'The service does not answer from outside';

/** The entries of the runbook's chapter on alarms: heading and text. */
const PAGE = fileText('RUNBOOK.md');
const entries = PAGE.split(/^## /m)
  .filter((chapter) => chapter.startsWith('Alarms\n'))
  .flatMap((chapter) => chapter.split(/^### /m).slice(1))
  .map((entry) => ({ heading: entry.split('\n', 1)[0] ?? '', text: entry }));

const linkTo = (heading: string) =>
  new URL(`#${heading.toLowerCase().replaceAll(' ', '-')}`, ADDRESSES.runbook).href;

test.each(entries)(
  'the runbook’s entry “$heading” says what clients notice, where to look, what to do, and when it is over, at one anchor',
  ({ heading, text }) => {
    for (const part of ['**Clients**', '**Look**', '**Do**', '**Over**'])
      expect(text).toContain(part);
    // Publishers differ in what they do with punctuation, and with a heading that comes twice.
    expect(heading).toMatch(/^[A-Za-z0-9 ]+$/);
    expect(PAGE.match(new RegExp(`^#+ ${heading}$`, 'gim'))).toHaveLength(1);
  },
);

/** A metric as one text: `AWS/Lambda Errors {FunctionName, Resource}`. */
const metricText = ({ Namespace, MetricName, Dimensions }: Metric): string =>
  `${Namespace} ${MetricName} {${Dimensions.toSorted().join(', ')}}`;

/**
 * The metrics of a service, each with the sets of dimensions that CloudWatch has it by. The CDK
 * generates this list from CloudWatch's console.
 * @param module the CDK's module of the service: `dynamodb`
 */
const awsMetrics = (module: string): readonly string[] => {
  const file = `aws-${module}/lib/${module}-canned-metrics.generated`;
  const read = (ending: string) => fileText(`node_modules/aws-cdk-lib/${file}.${ending}`);
  const metrics = new Map(
    [...read('js').matchAll(/static (\w+)\(.*?namespace:"(.+?)",metricName:"(.+?)"/g)].map(
      ([, method, Namespace = '', MetricName = '']) => [method, { Namespace, MetricName }] as const,
    ),
  );
  return [...read('d.ts').matchAll(/static (\w+)\(this: void, dimensions: \{(.*?)\}\)/gs)].map(
    ([, method, dimensions = '']) => {
      const metric = metrics.get(method);
      if (metric === undefined) throw new Error(`${module} has no metric ${method}`);
      const Dimensions = [...dimensions.matchAll(/(\w+): string/g)].map(([, name = '']) => name);
      return metricText({ ...metric, Dimensions });
    },
  );
};

/** The metrics of a stage's dashboard. */
const shownMetrics = (stackName: string): readonly string[] => {
  const template = Template.fromJSON(readTemplate(stackName));
  const [dashboard] = propertiesOf(template, 'AWS::CloudWatch::Dashboard').values();
  const parts: readonly unknown[] = dashboard.DashboardBody['Fn::Join'][1];
  const body = parts.map((part) => (typeof part === 'string' ? part : 'reference')).join('');
  const widgets: readonly { properties: { metrics?: unknown[][] } }[] = JSON.parse(body).widgets;
  return widgets
    .flatMap(({ properties: { metrics = [] } }) => metrics)
    .map((metric) => {
      const texts = metric.filter((each) => typeof each === 'string');
      const [Namespace = '', MetricName = '', ...rest] = texts;
      // After each dimension comes its value.
      const Dimensions = rest.filter((_, index) => index % 2 === 0);
      return metricText({ Namespace, MetricName, Dimensions });
    });
};

const Filter = z.object({
  FilterPattern: z.string(),
  MetricTransformations: z.tuple([
    z.object({
      MetricNamespace: z.string(),
      MetricName: z.string(),
      MetricValue: z.string(),
      Dimensions: z.array(z.object({ Key: z.string(), Value: z.string() })).default([]),
    }),
  ]),
});

/** The filters of a stage: what each looks for, and what it makes of it. */
const filtersOf = (stackName: string) =>
  [...resourcesOf(readTemplate(stackName), 'AWS::Logs::MetricFilter', Filter).values()].map(
    ({ FilterPattern: pattern, MetricTransformations: [counted] }) => ({ pattern, counted }),
  );

describe.each(Object.values(STAGES))('the stack $stackName', ({ stackName, probe }) => {
  const alarms = alarmsOf(readTemplate(stackName));
  const shown = shownMetrics(stackName);

  test('says with every alarm what it means to clients, and has one for every entry of the runbook, and no other', () => {
    const parts = alarms.map(({ AlarmDescription }) => AlarmDescription.split('\n\n'));
    for (const [effect] of parts) expect(effect).toMatch(/^[A-Z].{20,}\.$/);
    const headings = entries.map(({ heading }) => heading);
    const links = headings.filter((each) => probe || each !== PROBE).map(linkTo);
    expect(new Set(parts.map(([, link]) => link))).toEqual(new Set(links));
  });

  test('measures what CloudWatch has, by dimensions that it has it by', () => {
    const filters = filtersOf(stackName).map(({ counted }) => {
      const Dimensions = counted.Dimensions.map(({ Key }) => Key);
      return metricText({ ...counted, Namespace: counted.MetricNamespace, Dimensions });
    });
    const known = ['apigateway', 'dynamodb', 'lambda', 'sqs'].flatMap(awsMetrics).concat(filters);
    const measured = alarms.flatMap(measuredBy).map(metricText).concat(shown);
    expect(measured.filter((text) => !known.includes(text))).toEqual([]);
    expect(filters.filter((text) => !measured.includes(text))).toEqual([]);
  });

  test('fills in what DynamoDB does not measure, as its alarms ignore missing data', () => {
    for (const { AlarmName, Namespace, Metrics } of alarms) {
      const text = Metrics.map(({ Expression }) => Expression).join();
      const bare = Metrics.filter(
        ({ Id, MetricStat }) =>
          MetricStat?.Metric.Namespace === 'AWS/DynamoDB' && !text.includes(`FILL(${Id}, 0)`),
      );
      expect([AlarmName, Namespace, bare]).toEqual([
        AlarmName,
        expect.not.stringMatching('AWS/DynamoDB'),
        [],
      ]);
    }
  });

  test('costs nothing for its dashboard, which is free with up to 50 metrics', () => {
    expect(shown.length).toBeLessThanOrEqual(50);
  });
});

test('the page of alarms has those of production, or else: npm run generate', () => {
  const { stackName } = STAGES.production;
  expect(fileText(ALARMS_PAGE)).toBe(alarmsPage(readTemplate(stackName), stackName));
});

// Filters of staging are the same: `stack.test.ts` has what differs. `stopped-functions.test.ts` has the one of functions that
// stopped: it looks for the same texts as people.
describe('a metric of the logs', () => {
  const filters = filtersOf(STAGES.production.stackName);

  /** What a filter measures in a line, which must be JSON as a whole, with the dimensions of that. */
  const measure = (name: string, text: string) => {
    const filter = filters.find(({ counted }) => counted.MetricName === name);
    if (filter === undefined) throw new Error(`No filter makes ${name}`);
    const { pattern, counted } = filter;
    const line = JSON.parse(text);
    const [, member = '', value] = /^\{ \$\.(\w+) = "(\w+)" \}$/.exec(pattern) ?? [];
    expect(line[member]).toBe(value);
    const read = (selector: string) =>
      selector.startsWith('$.') ? line[selector.slice(2)] : selector;
    return [
      read(counted.MetricValue),
      ...counted.Dimensions.map(({ Key, Value }) => `${Key} ${read(Value)}`),
    ];
  };

  /** The lines that a call writes and `console` does not, on Lambda or elsewhere. */
  const written = (write: () => void, functionName = ''): readonly string[] => {
    const lines: string[] = [];
    jest.replaceProperty(process, 'env', { AWS_LAMBDA_FUNCTION_NAME: functionName });
    jest.spyOn(console, 'error').mockImplementation(() => {});
    for (const stream of [process.stdout, process.stderr])
      jest.spyOn(stream, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
    write();
    jest.restoreAllMocks();
    return lines;
  };

  const due = () => logFigures('webhooks_due', { due: 3, oldestSeconds: 61 });
  const fail = () => logError('unexpected_error', new Error('…'));
  const createdAt = '2026-11-23T08:00:00.000Z';
  const data = { id: 1n, name: 'Rex', categoryId: 1n, status: 'available' } as const;
  const happening = { type: 'pet.created', data, createdAt } as const;
  const record = () => logEventCounts(['1', '2'].map((mark) => ({ log: 'pets', mark, happening })));

  test.each([
    ['how late deliveries are', 'webhooks oldest due', due, [61]],
    ['failures by the function', 'failures', fail, ['1', 'FunctionName getPet-1']],
    ['events by their type', 'events', record, [2, 'type pet.created']],
  ])('measures %s', (_what, name, write, measured) => {
    const lines = written(write, 'getPet-1');
    expect(lines.map((line) => measure(name, line))).toEqual([measured]);
  });

  test('counts no failure elsewhere than on Lambda', () => {
    expect(written(fail)).toEqual([]);
  });
});
