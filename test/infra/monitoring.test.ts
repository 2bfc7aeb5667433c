import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, jest, test } from '@jest/globals';
import { Template } from 'aws-cdk-lib/assertions';
import { logEventCounts } from '../../functions/record-events/handler.ts';
import { ADDRESSES } from '../../infra/stacks/addresses.ts';
import { STAGES } from '../../infra/stacks/stages.ts';
import { logError, logFigures } from '../../lib/process/log.ts';
import { propertiesOf, readTemplate } from '../support/assembly.ts';
import { ALARMS_PAGE, alarmsPage } from './alarms-page.ts';
import { awsMetrics, metricText } from './aws-metrics.ts';

/** The entry for the alarm of a stage with a probe. */
const PROBE = 'The service does not answer from outside';

/** The entries of the runbook's chapter on alarms: heading and text. */
const PAGE = readFileSync(join(import.meta.dirname, '../../RUNBOOK.md'), 'utf8');
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

/** A query of Metrics Insights as `sumBy` makes it: its metric, namespace and dimensions. */
const QUERY =
  /^SELECT SUM\((\w+)\) FROM SCHEMA\("([^"]+)", ([\w, ]+)\) GROUP BY \3 ORDER BY SUM\(\) DESC$/;

interface NamedMetric {
  readonly Namespace: string;
  readonly MetricName: string;
  readonly Dimensions?: readonly { readonly Name: string }[];
}

interface AlarmProperties extends Partial<NamedMetric> {
  readonly AlarmName: string;
  readonly AlarmDescription: string;
  readonly Metrics?: readonly {
    readonly Id: string;
    readonly Expression?: string;
    readonly MetricStat?: { readonly Metric: NamedMetric };
  }[];
}

/** All metrics that alarms measure, alone, in an expression or by a query. */
const metricsOf = (alarms: readonly AlarmProperties[]): readonly string[] => {
  const found: string[] = [];
  JSON.stringify(alarms, (name, value) => {
    const { MetricName, Namespace, Dimensions = [] } = Object(value) as NamedMetric;
    const names = Dimensions.map(({ Name }) => Name);
    if (MetricName) found.push(metricText(Namespace, MetricName, names));
    const [, of = '', namespace = '', keys = ''] = QUERY.exec(String(value)) ?? [];
    if (name === 'Expression' && of) found.push(metricText(namespace, of, keys.split(', ')));
    return value;
  });
  return found;
};

/** The metrics of a stage's dashboard: of each its namespace, its name, and dimensions with their values. */
const shownMetrics = (template: Template): readonly string[] => {
  const [dashboard] = propertiesOf(template, 'AWS::CloudWatch::Dashboard').values();
  const parts: readonly unknown[] = dashboard.DashboardBody['Fn::Join'][1];
  const body = parts.map((part) => (typeof part === 'string' ? part : 'reference')).join('');
  const { widgets }: { readonly widgets: readonly Widget[] } = JSON.parse(body);
  return widgets
    .flatMap(({ properties: { metrics = [] } }) => metrics)
    .map((metric) => {
      const texts = metric.filter((each) => typeof each === 'string');
      const [namespace = '', name = '', ...rest] = texts;
      const dimensions = rest.filter((_, index) => index % 2 === 0);
      return metricText(namespace, name, dimensions);
    });
};

interface Widget {
  readonly properties: { readonly metrics?: readonly (readonly unknown[])[] };
}

/** What a metric filter makes of a line. */
interface MetricTransformation {
  readonly MetricNamespace: string;
  readonly MetricName: string;
  readonly MetricValue: string;
  readonly Dimensions?: readonly { readonly Key: string; readonly Value: string }[];
}

/** The filters of a stage: what each looks for, and what it makes of it. */
const filtersOf = (template: Template) =>
  [...propertiesOf(template, 'AWS::Logs::MetricFilter').values()].flatMap(
    ({ MetricTransformations, FilterPattern: pattern }) =>
      (MetricTransformations as readonly MetricTransformation[]).map((counted) => ({
        pattern: String(pattern),
        counted,
      })),
  );

describe.each(Object.values(STAGES))('the stack $stackName', (config) => {
  const template = Template.fromJSON(readTemplate(config.stackName));
  const alarms: readonly AlarmProperties[] = [
    ...propertiesOf(template, 'AWS::CloudWatch::Alarm').values(),
  ];
  const shown = shownMetrics(template);

  test('says with every alarm what it means to clients, and has one for every entry of the runbook, and no other', () => {
    const parts = alarms.map(({ AlarmDescription }) => AlarmDescription.split('\n\n'));
    for (const [effect] of parts) expect(effect).toMatch(/^[A-Z].{20,}\.$/);
    const headings = entries.map(({ heading }) => heading);
    const links = headings.filter((each) => config.probe || each !== PROBE).map(linkTo);
    expect(new Set(parts.map(([, link]) => link))).toEqual(new Set(links));
  });

  test('measures what CloudWatch has, by dimensions that it has it by', () => {
    const filters = filtersOf(template).map(
      ({ counted: { MetricNamespace, MetricName, Dimensions = [] } }) =>
        metricText(
          MetricNamespace,
          MetricName,
          Dimensions.map(({ Key }) => Key),
        ),
    );
    const known = ['apigateway', 'dynamodb', 'lambda', 'sqs'].flatMap(awsMetrics).concat(filters);
    const measured = [...metricsOf(alarms), ...shown];
    expect(measured.filter((text) => !known.includes(text))).toEqual([]);
    expect(filters.filter((text) => !measured.includes(text))).toEqual([]);
  });

  test('fills in what DynamoDB does not measure, as its alarms ignore missing data', () => {
    for (const { AlarmName, Namespace, Metrics = [] } of alarms) {
      const text = Metrics.map(({ Expression = '' }) => Expression).join();
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
  const page = readFileSync(join(import.meta.dirname, '../..', ALARMS_PAGE), 'utf8');
  expect(page).toBe(alarmsPage(readTemplate(stackName), stackName));
});

// Filters of staging are the same: `stack.test.ts` has what differs.
describe('a metric of the logs', () => {
  const filters = filtersOf(Template.fromJSON(readTemplate(STAGES.production.stackName)));
  const filterOf = (name: string) => {
    const found = filters.find(({ counted }) => counted.MetricName === name);
    if (found === undefined) throw new Error(`No filter makes ${name}`);
    return found;
  };

  /** What a filter measures in a line, which must be JSON as a whole, with the dimensions of that. */
  const measure = (name: string, text: string) => {
    const { pattern, counted } = filterOf(name);
    const line = JSON.parse(text);
    const [, member = '', value] = /^\{ \$\.(\w+) = "(\w+)" \}$/.exec(pattern) ?? [];
    expect(line[member]).toBe(value);
    const read = (selector = '') =>
      selector.startsWith('$.') ? line[selector.slice(2)] : selector;
    return [
      read(counted.MetricValue),
      ...(counted.Dimensions ?? []).map(({ Key, Value }) => `${Key} ${read(Value)}`),
    ];
  };

  /** The lines that a call writes to a stream. */
  const written = (stream: 'stderr' | 'stdout', write: () => void): readonly string[] => {
    const lines: string[] = [];
    jest.spyOn(console, 'error').mockImplementation((text) => lines.push(`not alone ${text}`));
    jest.spyOn(process[stream], 'write').mockImplementation((text) => lines.push(String(text)) > 0);
    write();
    jest.restoreAllMocks();
    return lines;
  };

  test('measures how late deliveries are', () => {
    const [line = ''] = written('stdout', () =>
      logFigures('webhooks_due', { due: 3, oldestSeconds: 61 }),
    );
    expect(measure('webhooks oldest due', line)).toEqual([61]);
  });

  test('counts failures by the function, which on Lambda knows its name', () => {
    const fail = () => logError('unexpected_error', new Error('…'));
    expect(written('stderr', fail)).toHaveLength(1);
    process.env['AWS_LAMBDA_FUNCTION_NAME'] = 'getPet-1';
    const [, line = ''] = written('stderr', fail);
    delete process.env['AWS_LAMBDA_FUNCTION_NAME'];
    expect(measure('failures', line)).toEqual(['1', 'FunctionName getPet-1']);
  });

  test('counts invocations that no code of ours ended, and not the 401 of the authorizer', () => {
    const { pattern } = filterOf('functions that stopped');
    const terms = [...pattern.matchAll(/\?"([^"]+)"/g)].map(([, term = '']) => term);
    const counted = (line: string) => terms.some((term) => line.includes(term));
    // Lambda Developer Guide, and lines of AWS's runtime client.
    expect(
      [
        '2026-11-25T08:00:00.000Z 1 Task timed out after 10.00 seconds',
        'RequestId: 1 Error: Runtime exited with error: exit status 1\nRuntime.ExitError',
        '2026-11-25T08:00:00.000Z\tundefined\tERROR\tInit Error \t{"errorType":"Runtime.ImportModuleError"}',
      ].every(counted),
    ).toBe(true);
    expect(
      counted(
        '2026-11-25T08:00:00.000Z\t1\tERROR\tInvoke Error \t{"errorType":"Error","errorMessage":"Unauthorized"}',
      ),
    ).toBe(false);
  });

  test('counts events by their type', () => {
    const createdAt = '2026-11-23T08:00:00.000Z';
    const data = { id: 1n, name: 'Rex', categoryId: 1n, status: 'available' } as const;
    const change = {
      log: 'pets',
      mark: '1',
      happening: { type: 'pet.created' as const, data, createdAt },
    };
    const [line = ''] = written('stdout', () => logEventCounts([change, { ...change, mark: '2' }]));
    expect(measure('events', line)).toEqual([2, 'type pet.created']);
  });
});
