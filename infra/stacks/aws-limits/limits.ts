import * as z from 'zod';
import { ofDashboards } from './dashboards.ts';
import {
  listIn,
  ofType,
  type ParsedTemplate,
  refIn,
  rendered,
  sums,
  textOf,
} from './parsed-template.ts';

/** A limit of AWS on something that a template makes. */
export interface Limit {
  /** The name of what is counted, in the plural. */
  readonly what: string;
  readonly most: number;
  /** @default 0 */
  readonly least?: number;
  /** The count from which on there is a warning. @default 90% of `most` */
  readonly warnFrom?: number;
  /** The title of AWS's page. */
  readonly source: string;
  /** What to do about it. */
  readonly fix: string;
  /** Counts by logical id, or for the stack as a whole. */
  readonly count: (
    template: ParsedTemplate,
  ) => readonly (readonly [where: string, count: number])[];
}

const lengths =
  (type: string, property: string): Limit['count'] =>
  (template) =>
    ofType(template, type).map(([id, { Properties }]) => [id, listIn(Properties, property).length]);

/** The key of a count for the stack as a whole. */
export const WHOLE = 'the stack';
const DASHBOARDS = 'Dashboard Body Structure and Syntax';
const CLOUDWATCH = 'CloudWatch service quotas';
const CLOUDFORMATION = 'Understand CloudFormation quotas';
const LAMBDA = 'Lambda quotas';
const GATEWAY = 'Quotas for configuring and running a REST API in API Gateway';
const SPLIT = 'See "The next operation" in docs/scale.md.';

/** AWS's documented limits on the resources of our stacks. */
export const LIMITS: readonly Limit[] = [
  {
    what: 'resources',
    most: 500,
    // With hosts of its own and two operations more a stage has 490.
    warnFrom: 495,
    source: CLOUDFORMATION,
    fix: SPLIT,
    count: ({ Resources }) => [[WHOLE, Object.keys(Resources).length]],
  },
  {
    what: 'outputs',
    most: 200,
    source: CLOUDFORMATION,
    fix: 'Leave out what nobody reads.',
    count: ({ Outputs }) => [[WHOLE, Object.keys(Outputs).length]],
  },
  {
    what: 'parameters',
    most: 200,
    source: CLOUDFORMATION,
    fix: 'Leave out what nobody sets.',
    count: ({ Parameters }) => [[WHOLE, Object.keys(Parameters).length]],
  },
  {
    what: 'bytes of template',
    most: 1_000_000,
    source: CLOUDFORMATION,
    fix: SPLIT,
    count: ({ bytes }) => [[WHOLE, bytes]],
  },
  {
    what: 'widgets',
    most: 500,
    source: DASHBOARDS,
    fix: 'Make a second dashboard.',
    count: ofDashboards((widgets) => [widgets.length]),
  },
  {
    what: 'alarms in one widget',
    least: 1,
    most: 100,
    source: DASHBOARDS,
    fix: 'Make a second widget in infra/stacks/constructs/monitoring/dashboard.ts, or fewer alarms.',
    count: ofDashboards((widgets) =>
      widgets
        .filter(({ type }) => type === 'alarm')
        .map(({ properties: { alarms } }) => alarms.length),
    ),
  },
  {
    what: 'metrics in one widget',
    most: 500,
    source: CLOUDWATCH,
    fix: 'Make a second widget.',
    count: ofDashboards((widgets) => widgets.map(({ properties: { metrics } }) => metrics.length)),
  },
  {
    what: 'metrics on one dashboard',
    most: 2500,
    source: CLOUDWATCH,
    fix: 'Make a second dashboard.',
    count: ofDashboards((widgets) => [
      widgets.flatMap(({ properties: { metrics } }) => metrics).length,
    ]),
  },
  {
    what: 'actions of an alarm',
    most: 5,
    source: CLOUDWATCH,
    fix: 'Notify one topic, and subscribe to it.',
    count: lengths('AWS::CloudWatch::Alarm', 'AlarmActions'),
  },
  {
    what: 'alarms of a deployment group',
    most: 10,
    source: 'CodeDeploy quotas',
    fix: 'Let a release look at fewer alarms.',
    count: (template) =>
      ofType(template, 'AWS::CodeDeploy::DeploymentGroup').map(([id, { Properties }]) => {
        const { Alarms } = z
          .object({ Alarms: z.array(z.unknown()).default([]) })
          .parse(Properties['AlarmConfiguration'] ?? {});
        return [id, Alarms.length];
      }),
  },
  {
    what: 'metric filters of a log group',
    most: 100,
    source: 'CloudWatch Logs quotas',
    fix: 'Count with fewer filters.',
    count: (template) =>
      sums(template, 'AWS::Logs::MetricFilter', ({ LogGroupName }) => [[refIn(LogGroupName), 1]]),
  },
  {
    what: 'characters of inline policies of a role',
    most: 10_240,
    source: 'IAM and AWS STS quotas',
    fix: 'Give the function fewer tables, or name actions once for several tables.',
    count: (template) =>
      ofType(template, 'AWS::IAM::Role').map(([id, { Properties }]) => [
        id,
        textOf(listIn(Properties, 'Policies')).length,
      ]),
  },
  {
    what: 'bytes of a function’s resource policy',
    most: 20_000,
    source: LAMBDA,
    fix: 'Give one permission for an API in place of one for each method: scopePermissionToMethod.',
    // Each statement also has an id and the function's ARN: some 300 bytes.
    count: (template) =>
      sums(template, 'AWS::Lambda::Permission', (properties) => [
        [refIn(properties['FunctionName']), textOf(properties).length + 300],
      ]),
  },
  {
    what: 'bytes of environment variables',
    most: 4000,
    source: LAMBDA,
    fix: 'Put what is the same in every deployment into the bundle.',
    count: (template) =>
      ofType(template, 'AWS::Lambda::Function').map(([id, { Properties }]) => {
        const { Variables } = z
          .object({ Variables: z.record(z.string(), z.unknown()).default({}) })
          .parse(Properties['Environment'] ?? {});
        return [
          id,
          Object.entries(Variables)
            .map(([name, value]) => name + rendered(value))
            .join('').length,
        ];
      }),
  },
  {
    what: 'resources of an API',
    most: 300,
    source: GATEWAY,
    fix: 'Ask for a higher quota, or make another API.',
    count: (template) =>
      sums(template, 'AWS::ApiGateway::Resource', ({ RestApiId }) => [[refIn(RestApiId), 1]]),
  },
  {
    what: 'indexes of a table',
    most: 20,
    source: 'Quotas in Amazon DynamoDB',
    fix: 'Ask for a higher quota, or read by fewer orders.',
    count: lengths('AWS::DynamoDB::GlobalTable', 'GlobalSecondaryIndexes'),
  },
];
