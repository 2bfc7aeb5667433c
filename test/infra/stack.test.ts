import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { ResponseType } from 'aws-cdk-lib/aws-apigateway';
import { operations } from '../../functions/operations.ts';
import { RECORDED_TABLES } from '../../functions/record-events/access.ts';
import {
  gatewayError,
  gatewayErrorTypes,
  ownGatewayErrorTypes,
} from '../../infra/stacks/gateway-errors.ts';
import { constructId, operationFolder } from '../../infra/stacks/names.ts';
import { STAGES } from '../../infra/stacks/stages.ts';
import type { RequestLimit } from '../../lib/accounts/request-limit.ts';
import { APIS } from '../../lib/http/contract.ts';
import { LOOPBACK_TARGETS_ENV } from '../../lib/process/env.ts';
import { TIME_BUDGET } from '../../lib/process/time-budget.ts';
import { tableNames } from '../../lib/storage/tables.ts';
import { propertiesOf, statementsOf } from '../support/alarm-coverage.ts';
import { readTemplate } from '../support/assembly.ts';

const FUNCTIONS = join(import.meta.dirname, '../../functions');

/** `Allow dynamodb:GetItem TablesPets` for every action on every resource; logical ids without hash. */
const rightsOf = (template: Template, name: string): string[] => {
  const [role] = [...propertiesOf(template, 'AWS::IAM::Role')]
    .filter(([id]) => id.startsWith(`${name}Role`))
    .map(([, properties]) => properties);
  return statementsOf(role ?? {}).flatMap(({ Effect, Action, Resource }) =>
    [Resource]
      .flat()
      .flatMap((resource) =>
        [Action].flat().map((action) => `${Effect} ${action} ${nameOf(resource)}`),
      ),
  );
};

/** A resource's logical id without its hash, and what is joined to it. */
const nameOf = (resource: unknown): string =>
  JSON.stringify(resource)
    .replace(/\{"Fn::GetAtt":\["(\w+)[0-9A-F]{8}","Arn"\]\}/g, '$1')
    .replace(/\{"Fn::GetAtt":\["(\w+)[0-9A-F]{8}","StreamArn"\]\}/g, '$1 stream')
    .replace(/\{"Fn::Join":\["",\[(.+)\]\]\}/, '$1')
    .replace(/[",]/g, '');

/** How `nameOf` writes the stream of a table. */
const streamOf = (table: string): string => `${table} stream`;

/** The time limits of functions that nobody waits for, in s. */
const OWN_SECONDS: Readonly<Record<string, number>> = {
  checkRelease: 120,
  wakeWebhooks: TIME_BUDGET.wake / 1000,
  deliverWebhook: TIME_BUDGET.deliverer / 1000,
};

/** Functions that streams, schedules and CloudFormation invoke. */
const UNTRACED = ['checkRelease', 'deliverWebhook', 'probe', 'recordEvents', 'wakeWebhooks'];

const invokedBy = (Service: string) => ({
  Statement: [{ Action: 'sts:AssumeRole', Effect: 'Allow', Principal: { Service } }],
});

const limits = ({ rate, burst }: RequestLimit) => ({
  ThrottlingRateLimit: rate,
  ThrottlingBurstLimit: burst,
});

const throttled = (ResourcePath: string, HttpMethod: string, limit: RequestLimit) => ({
  ResourcePath,
  HttpMethod,
  ...limits(limit),
});

test('every type of gateway response is an Error of ours', () => {
  const types = Object.values(ResponseType)
    .filter((value) => value instanceof ResponseType)
    .map(({ responseType }) => responseType);
  expect([...gatewayErrorTypes()].sort()).toEqual(types.sort());
  const own = ownGatewayErrorTypes();
  for (const type of gatewayErrorTypes().filter((each) => !own.includes(each))) {
    const { status } = gatewayError(type);
    expect([type, gatewayError(type)]).toEqual([
      type,
      gatewayError(status < 500 ? 'DEFAULT_4XX' : 'DEFAULT_5XX'),
    ]);
  }
});

/** A template without hashes of code and what the CDK adds: a line for each property, by its resource and its name. */
const linesOf = (stackName: string): ReadonlyMap<string, string> => {
  const { Resources, Outputs } = JSON.parse(
    JSON.stringify(readTemplate(stackName))
      .replace(/[0-9a-f]{64}\.zip/g, 'ASSET.zip')
      .replace(/(Deployment[0-9A-F]{8})[0-9a-f]{32}/g, '$1HASH')
      .replace(/(CurrentVersion[0-9A-F]{8})[0-9a-f]{32}/g, '$1HASH')
      .replaceAll(stackName, 'STACK'),
  );
  const lines = Object.entries<Record<string, unknown>>({ ...Resources, Outputs }).flatMap(
    ([id, { Properties, Metadata, ...rest }]) =>
      Object.entries({ ...rest, ...Object(Properties) }).map(
        ([name, value]) => [`${id}.${name}`, JSON.stringify(value)] as const,
      ),
  );
  return new Map(lines);
};

test('both stages are as their snapshots, or else, where that is meant: npm run generate', () => {
  const production = linesOf(STAGES.production.stackName);
  const staging = linesOf(STAGES.staging.stackName);
  const text = ([name, value]: readonly [string, string]) => `${name} ${value}`;
  const only = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>) =>
    [...one].filter(([name, value]) => other.get(name) !== value).map(text);
  expect([...production].map(text).join('\n')).toMatchSnapshot('production');
  const differences = [
    ...only(production, staging).map((line) => `- ${line}`),
    ...only(staging, production).map((line) => `+ ${line}`),
  ].sort((one, other) => (one.slice(2) < other.slice(2) ? -1 : 1));
  expect(differences.join('\n')).toMatchSnapshot('staging: production has -, staging has +');
});

describe.each(Object.values(STAGES))('the stack $stackName', (config) => {
  let template: Template;
  beforeAll(() => {
    template = Template.fromJSON(readTemplate(config.stackName));
  });

  test('has a function for every operation, and no folder without one', () => {
    const folders = readdirSync(FUNCTIONS, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    const expected = [
      ...operations.map(({ operationId }) => operationFolder(operationId)),
      'authorizer',
      'check-release',
      'deliver-webhook',
      'probe',
      'record-events',
      'unmatched',
      'wake-webhooks',
    ];
    expect(folders.sort()).toEqual(expected.sort());
    template.resourceCountIs('AWS::Lambda::Function', expected.length - (config.probe ? 0 : 1));
  });

  test('runs every function on Node 24, arm64, with a log group that forgets, and traces what APIs invoke', () => {
    const functions = template.findResources('AWS::Lambda::Function');
    for (const [id, { Properties }] of Object.entries(functions)) {
      expect(Properties).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['arm64'] });
      const isTraced = Properties.TracingConfig?.Mode === 'Active';
      expect([id, isTraced]).toEqual([id, !UNTRACED.includes(id.split('Function')[0] ?? '')]);
    }
    template.allResourcesProperties('AWS::Logs::LogGroup', {
      RetentionInDays: config.logRetention,
    });
  });

  test('bounds how many deliveries of webhooks run at once, where its AWS account can, and nothing else', () => {
    const bounds = Object.entries(template.findResources('AWS::Lambda::Function')).flatMap(
      ([id, { Properties }]) => {
        const bound = Properties.ReservedConcurrentExecutions;
        return bound === undefined ? [] : [[id.split('Function')[0], bound]];
      },
    );
    expect(bounds).toEqual(config.deliveries ? [['deliverWebhook', config.deliveries]] : []);
  });

  test('gives every function, the authorizer too, and every integration its time', () => {
    for (const [id, { Properties }] of Object.entries(
      template.findResources('AWS::Lambda::Function'),
    )) {
      const [name = ''] = id.split('Function');
      expect([id, Properties.Timeout]).toEqual([
        id,
        OWN_SECONDS[name] ?? TIME_BUDGET.invocation / 1000,
      ]);
    }
    template.allResourcesProperties('AWS::ApiGateway::Method', {
      Integration: Match.objectLike({ TimeoutInMillis: TIME_BUDGET.integration }),
    });
  });

  // test/bundles/rights.test.ts compares contracts with what functions do.
  const rights: readonly (readonly [string, readonly string[]])[] = [
    ...operations.map(
      ({ operationId, access }) =>
        [
          operationId,
          access.flatMap(({ table, index, actions }) =>
            actions.map(
              (action) => `${action} Tables${constructId(table)}${index ? `/index/${index}` : ''}`,
            ),
          ),
        ] as const,
    ),
    ['authorizer', ['GetItem TablesApiKeys', 'UpdateItem TablesApiKeys']],
    ['unmatched', []],
    ['recordEvents', ['GetItem TablesEvents', 'PutItem TablesEvents']],
    [
      'wakeWebhooks',
      [
        'GetItem TablesEvents',
        'Scan TablesWebhooks',
        'UpdateItem TablesWebhooks',
        'Query TablesWebhooks/index/byLog',
        'Query TablesWebhooks/index/byDue',
      ],
    ],
    [
      'deliverWebhook',
      [
        'GetItem TablesWebhooks',
        'UpdateItem TablesWebhooks',
        'GetItem TablesWebhookSecrets',
        'GetItem TablesEvents',
        'Query TablesEvents',
        'GetItem TablesAccounts',
      ],
    ],
    // It reads no secret, and its requests need no right.
    ...(config.probe ? [['probe', []] as const] : []),
    ['checkRelease', []],
  ];

  const invokesAllOthers = rights
    .filter(([name]) => name !== 'checkRelease' && name !== 'probe')
    .map(([name]) => `Allow lambda:InvokeFunction ${name}Function:*`);

  const readsStreams = (tables: readonly string[], queue: string) => [
    ...['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].flatMap((action) =>
      tables.map((table) => `Allow dynamodb:${action} ${streamOf(`Tables${constructId(table)}`)}`),
    ),
    `Allow sqs:SendMessage ${queue}`,
  ];

  const others: Readonly<Record<string, readonly string[]>> = {
    checkRelease: invokesAllOthers,
    recordEvents: readsStreams(RECORDED_TABLES, 'StreamsGivenUp'),
    wakeWebhooks: [
      ...readsStreams(['events', 'webhooks'], 'WebhooksStreamsGivenUp'),
      'Allow lambda:InvokeFunction deliverWebhookFunction:live',
    ],
  };

  test('has no function whose rights are not looked at', () => {
    template.resourceCountIs('AWS::Lambda::Function', rights.length);
  });

  test.each(rights)('lets %s do exactly what it must', (name, expected) => {
    expect(rightsOf(template, name).sort()).toEqual(
      [
        'Allow logs:CreateLogStream FunctionLogs',
        'Allow logs:PutLogEvents FunctionLogs',
        ...expected.map((right) => `Allow dynamodb:${right}`),
        // X-Ray knows no resources ("Actions, resources, and condition keys for AWS X-Ray").
        ...(UNTRACED.includes(name)
          ? []
          : ['Allow xray:PutTelemetryRecords *', 'Allow xray:PutTraceSegments *']),
        ...(others[name] ?? []),
      ].sort(),
    );
  });

  test('lets the authorizer write nothing of a key but the hour of its use', () => {
    template.hasResourceProperties('AWS::IAM::Role', {
      Policies: [
        Match.objectLike({
          PolicyDocument: {
            Statement: Match.arrayWith([
              Match.objectLike({
                Action: 'dynamodb:UpdateItem',
                Condition: {
                  'ForAllValues:StringEquals': {
                    'dynamodb:Attributes': ['keyHash', 'lastUsedAt'],
                  },
                  StringEqualsIfExists: Match.objectLike({
                    'dynamodb:Select': 'SPECIFIC_ATTRIBUTES',
                  }),
                },
              }),
            ]),
          },
        }),
      ],
    });
  });

  test('gives nobody a wildcard, but for tracing and versions, and no function a managed policy', () => {
    const roles = [...propertiesOf(template, 'AWS::IAM::Role').values()];
    for (const { Action, Resource } of roles.flatMap(statementsOf)) {
      expect([Action].flat().join()).not.toContain('*');
      // Versions of which functions: the rights of checkRelease, above.
      if (/^(xray:|lambda:InvokeFunction$)/.test(String(Action))) continue;
      expect(JSON.stringify(Resource)).not.toContain('*');
    }
    // Each would be a resource of its own.
    template.resourceCountIs('AWS::IAM::Policy', 0);
    template.resourceCountIs('AWS::IAM::ManagedPolicy', 0);
    const ofFunctions = template.findResources('AWS::IAM::Role', {
      Properties: { AssumeRolePolicyDocument: invokedBy('lambda.amazonaws.com') },
    });
    template.resourceCountIs('AWS::Lambda::Function', Object.keys(ofFunctions).length);
    for (const { Properties } of Object.values(ofFunctions)) {
      expect(Properties).not.toHaveProperty('ManagedPolicyArns');
    }
  });

  test('lets an API invoke a function for its own methods, and schedules the probe and the sweep, and nothing else', () => {
    const permissions = Object.values(template.findResources('AWS::Lambda::Permission'));
    const invokers = permissions.map(
      ({ Properties: { Action, FunctionName, Principal, SourceArn } }) => {
        expect(Action).toBe('lambda:InvokeFunction');
        const [, function_] = /^(\w+)FunctionAliaslive/.exec(FunctionName.Ref) ?? [];
        const source = nameOf(SourceArn)
          .replace(/\{Ref:(\w+?)[0-9A-F]{8}\}/g, '$1')
          .split(':')
          .at(-1);
        return `${function_}: ${Principal} ${source}`;
      },
    );
    const apis = APIS.map((name) => [name, `${constructId(name)}Api`] as const);
    expect(invokers.sort()).toEqual(
      [
        ...operations.map(({ operationId, api, method, path }) => {
          const resource = `${constructId(api)}Api/${constructId(api)}ApiDeploymentStagev1/${method}${path.replace(/\{\w+\}/g, '*')}`;
          return `${operationId}: apigateway.amazonaws.com ${resource}`;
        }),
        ...apis.flatMap(([, api]) => [
          `authorizer: apigateway.amazonaws.com ${api}/authorizers/${api}Authorizer`,
          `unmatched: apigateway.amazonaws.com ${api}/*/*/*`,
        ]),
        ...(config.probe ? ['probe: events.amazonaws.com ProbeRule'] : []),
        'wakeWebhooks: events.amazonaws.com WebhooksSweepRule',
      ].sort(),
    );
  });

  test('lets no webhook send to the machine that it runs on', () => {
    expect(JSON.stringify(template.toJSON())).not.toContain(LOOPBACK_TARGETS_ENV);
  });

  test('counts the requests of accounts on a plan of both APIs', () => {
    const apis = Object.keys(template.findResources('AWS::ApiGateway::RestApi'));
    const stages = Object.entries(template.findResources('AWS::ApiGateway::Stage'));
    const stageOf = (api: string) =>
      stages.find(([, { Properties }]) => Properties.RestApiId.Ref === api)?.[0];
    const { rate, burst } = config.throttle.account;
    template.resourceCountIs('AWS::ApiGateway::UsagePlan', 1);
    template.hasResourceProperties('AWS::ApiGateway::UsagePlan', {
      UsagePlanName: `${config.stackName}-accounts`,
      Throttle: { RateLimit: rate, BurstLimit: burst },
      ApiStages: apis.map((api) => ({ ApiId: { Ref: api }, Stage: { Ref: stageOf(api) } })),
    });
    template.hasOutput('AccountUsagePlan', {});
  });

  test('does not call a client’s key invalid when it is API Gateway’s that is missing', () => {
    template.resourcePropertiesCountIs(
      'AWS::ApiGateway::GatewayResponse',
      { ResponseType: 'INVALID_API_KEY', StatusCode: '503' },
      APIS.length,
    );
  });

  test.each(APIS)('serves %s at the stage v1, with a lower limit for each write', (name) => {
    const stages = Object.entries(template.findResources('AWS::ApiGateway::Stage'));
    const [, stage] = stages.find(([id]) => id.startsWith(`${constructId(name)}Api`)) ?? [];
    expect(stage?.['Properties']).toMatchObject({ StageName: 'v1', TracingEnabled: true });
    const settings: readonly object[] = stage?.['Properties'].MethodSettings;
    const writes = operations.filter(({ api, method }) => api === name && method !== 'GET');
    const { all, writes: lower } = config.throttle;
    const expected = [
      throttled('/*', '*', all),
      ...writes.map(({ path, method }) =>
        throttled(`/${path.replaceAll('/', '~1')}`, method, lower),
      ),
    ];
    expect(settings).toHaveLength(expected.length);
    for (const each of expected) expect(settings).toContainEqual(expect.objectContaining(each));
  });

  test('tells the base address of each API', () => {
    template.resourceCountIs('AWS::ApiGateway::RestApi', APIS.length);
    expect(config.throttle.writes.rate).toBeLessThan(config.throttle.all.rate);
    template.hasOutput('PetsBaseUrl', {});
    template.hasOutput('QuickstartBaseUrl', {});
  });

  test('shows the throttled keys of pets and its indexes, on production', () => {
    const shown = Object.entries(template.findResources('AWS::DynamoDB::GlobalTable')).flatMap(
      ([id, { Properties }]) => {
        const [replica] = Properties.Replicas;
        const indexes: { IndexName: string; ContributorInsightsSpecification?: object }[] =
          replica.GlobalSecondaryIndexes ?? [];
        return [{ ...replica, IndexName: 'itself' }, ...indexes]
          .filter((each) => each.ContributorInsightsSpecification)
          .map(({ IndexName, ContributorInsightsSpecification }) => {
            expect(ContributorInsightsSpecification).toEqual({
              Enabled: true,
              Mode: 'THROTTLED_KEYS',
            });
            return `${id.replace(/[0-9A-F]{8}$/, '')} ${IndexName}`;
          });
      },
    );
    expect(shown).toEqual(
      config === STAGES.production
        ? [
            'TablesPets itself',
            'TablesPets byCategory',
            'TablesPets byCategoryAndStatus',
            'TablesPets byStatus',
          ]
        : [],
    );
  });

  test('keeps data as long as its stage should', () => {
    const tables = Object.values(template.findResources('AWS::DynamoDB::GlobalTable'));
    expect(tables).toHaveLength(tableNames().length);
    const production = config === STAGES.production;
    for (const { DeletionPolicy, Properties } of tables) {
      expect(DeletionPolicy).toBe(production ? 'Retain' : 'Delete');
      expect(Properties.BillingMode).toBe('PAY_PER_REQUEST');
      expect(Properties.Replicas).toMatchObject([
        {
          DeletionProtectionEnabled: production,
          PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: production },
        },
      ]);
    }
  });
});
