import { describe, expect, test } from '@jest/globals';
import { Template } from 'aws-cdk-lib/assertions';
import { AUTHORIZER_ACCESS } from '../../functions/authorizer/access.ts';
import { CHECK_RELEASE_ACCESS } from '../../functions/check-release/access.ts';
import { DELIVER_WEBHOOK_ACCESS } from '../../functions/deliver-webhook/access.ts';
import { operations } from '../../functions/operations.ts';
import { RECORD_EVENTS_ACCESS, RECORDED_TABLES } from '../../functions/record-events/access.ts';
import { WAKE_WEBHOOKS_ACCESS } from '../../functions/wake-webhooks/access.ts';
import { constructId } from '../../infra/stacks/names.ts';
import { STAGES } from '../../infra/stacks/stages.ts';
import { APIS, type Contract } from '../../lib/http/contract.ts';
import { LOOPBACK_TARGETS_ENV } from '../../lib/process/env.ts';
import type { TableAccess } from '../../lib/storage/tables.ts';
import { propertiesOf, readTemplate } from '../support/assembly.ts';

/** What a role allows or denies. */
interface Statement {
  readonly Effect: string;
  readonly Action: string | string[];
  readonly Resource: unknown;
}

/** `Allow dynamodb:GetItem TablesPets` for every action on every resource; logical ids without hash. */
const rightsOf = (template: Template, name: string): string[] => {
  const [role] = [...propertiesOf(template, 'AWS::IAM::Role')]
    .filter(([id]) => id.startsWith(`${name}Role`))
    .map(([, properties]) => properties);
  const statements: readonly Statement[] = role.Policies.flatMap(
    ({ PolicyDocument }: { PolicyDocument: { Statement: Statement[] } }) =>
      PolicyDocument.Statement,
  );
  return statements.flatMap(({ Effect, Action, Resource }) =>
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

/** The function whose alias `live` a URI of an integration names. */
const invokedBy = (uri: unknown): string | undefined =>
  /\/functions\/",\{"Ref":"(\w+)FunctionAliaslive/.exec(JSON.stringify(uri))?.[1];

/** Functions that streams, schedules and CloudFormation invoke: they are not traced. */
const UNTRACED = ['checkRelease', 'deliverWebhook', 'probe', 'recordEvents', 'wakeWebhooks'];

/** The tables of each function. test/bundles/rights.test.ts compares them with what functions do. */
const ACCESS: readonly (readonly [name: string, access: readonly TableAccess[]])[] = [
  ...operations.map(({ operationId, access }: Contract) => [operationId, access] as const),
  ['authorizer', AUTHORIZER_ACCESS],
  ['recordEvents', RECORD_EVENTS_ACCESS],
  ['wakeWebhooks', WAKE_WEBHOOKS_ACCESS],
  ['deliverWebhook', DELIVER_WEBHOOK_ACCESS],
  ['unmatched', []],
];

const readsStreams = (tables: readonly string[], queue: string) => [
  ...['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].flatMap((action) =>
    tables.map((table) => `Allow dynamodb:${action} Tables${constructId(table)} stream`),
  ),
  `Allow sqs:SendMessage ${queue}`,
];

/** The role that shifts traffic between versions, and its policy of AWS. */
const RELEASE =
  'Release codedeploy.amazonaws.com arn:{Ref:AWS::Partition}:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited';

/** What else functions may do. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  checkRelease: ACCESS.map(([name]) => `Allow lambda:InvokeFunction ${name}Function:*`),
  recordEvents: readsStreams(RECORDED_TABLES, 'StreamsGivenUp'),
  wakeWebhooks: [
    ...readsStreams(['events', 'webhooks'], 'WebhooksStreamsGivenUp'),
    'Allow lambda:InvokeFunction deliverWebhookFunction:live',
  ],
};

describe.each(Object.values(STAGES))('the stack $stackName', (config) => {
  const template = Template.fromJSON(readTemplate(config.stackName));
  const all: typeof ACCESS = [
    ...ACCESS,
    ['checkRelease', CHECK_RELEASE_ACCESS],
    // It reads no secret, and its requests need no right.
    ...(config.probe ? [['probe', []] as const] : []),
  ];

  test('has no function whose rights are not looked at', () => {
    template.resourceCountIs('AWS::Lambda::Function', all.length);
  });

  test.each(all)('lets %s do exactly what it must', (name, access) => {
    expect(rightsOf(template, name).sort()).toEqual(
      [
        'Allow logs:CreateLogStream FunctionLogs',
        'Allow logs:PutLogEvents FunctionLogs',
        ...access.flatMap(({ table, index, actions }) =>
          actions.map(
            (action) =>
              `Allow dynamodb:${action} Tables${constructId(table)}${index ? `/index/${index}` : ''}`,
          ),
        ),
        // X-Ray knows no resources ("Actions, resources, and condition keys for AWS X-Ray").
        ...(UNTRACED.includes(name)
          ? []
          : ['Allow xray:PutTelemetryRecords *', 'Allow xray:PutTraceSegments *']),
        ...(OTHERS[name] ?? []),
      ].sort(),
    );
  });

  test('gives nobody a right in another way', () => {
    // Each would be a resource of its own.
    template.resourceCountIs('AWS::IAM::Policy', 0);
    template.resourceCountIs('AWS::IAM::ManagedPolicy', 0);
    const roles = [...propertiesOf(template, 'AWS::IAM::Role')].map(
      ([id, { AssumeRolePolicyDocument, ManagedPolicyArns: managed = [] }]) => {
        const [{ Action, Principal }, ...others] = AssumeRolePolicyDocument.Statement;
        expect([Action, others]).toEqual(['sts:AssumeRole', []]);
        return [id.replace(/Role.*/, ''), Principal.Service, ...managed.map(nameOf)].join(' ');
      },
    );
    expect(roles.sort()).toEqual(
      [
        ...all.map(([name]) => `${name} lambda.amazonaws.com`),
        ...(config.release === 'canary' ? [RELEASE] : []),
      ].sort(),
    );
  });

  test('lets an API invoke a function for its own methods, and schedules the probe and the sweep, and nothing else', () => {
    const permissions = Object.values(template.findResources('AWS::Lambda::Permission'));
    const invokers = permissions.map(
      ({ Properties: { Action, FunctionName, Principal, SourceArn } }) => {
        expect(Action).toBe('lambda:InvokeFunction');
        const function_ = nameOf(FunctionName).replace(/^\{Ref:(\w+)FunctionAliaslive\w+\}$/, '$1');
        const source = nameOf(SourceArn)
          .replace(/\{Ref:(\w+?)[0-9A-F]{8}\}/g, '$1')
          .split(':')
          .at(-1);
        return `${function_}: ${Principal} ${source}`;
      },
    );
    const apis = APIS.map((name) => `${constructId(name)}Api`);
    expect(invokers.sort()).toEqual(
      [
        ...operations.map(({ operationId, api, method, path }) => {
          const stage = `${constructId(api)}Api/${constructId(api)}ApiDeploymentStagev1`;
          return `${operationId}: apigateway.amazonaws.com ${stage}/${method}${path.replace(/\{\w+\}/g, '*')}`;
        }),
        ...apis.flatMap((api) => [
          `authorizer: apigateway.amazonaws.com ${api}/authorizers/${api}Authorizer`,
          `unmatched: apigateway.amazonaws.com ${api}/*/*/*`,
        ]),
        ...(config.probe ? ['probeFunction: events.amazonaws.com ProbeRule'] : []),
        'wakeWebhooks: events.amazonaws.com WebhooksSweepRule',
      ].sort(),
    );
  });

  test('has each method invoke its own function, after the authorizer of its API', () => {
    const resources = propertiesOf(template, 'AWS::ApiGateway::Resource');
    const pathOf = ({ Ref }: { Ref?: string }): string => {
      const resource = resources.get(Ref ?? '');
      return resource ? `${pathOf(resource.ParentId)}/${resource.PathPart}` : '';
    };
    const authorizers = propertiesOf(template, 'AWS::ApiGateway::Authorizer');
    for (const { AuthorizerUri } of authorizers.values())
      expect(invokedBy(AuthorizerUri)).toBe('authorizer');
    const methods = [...propertiesOf(template, 'AWS::ApiGateway::Method').values()].map(
      ({ HttpMethod, ResourceId, Integration, RestApiId, ...method }) => {
        // Without a key API Gateway would not count the requests of an account.
        expect(method).toMatchObject({ ApiKeyRequired: true, AuthorizationType: 'CUSTOM' });
        expect(authorizers.get(method.AuthorizerId.Ref).RestApiId).toEqual(RestApiId);
        const [api] = nameOf(RestApiId).match(/\w+Api/) ?? [];
        return `${api} ${HttpMethod} ${pathOf(ResourceId)}: ${invokedBy(Integration.Uri)}`;
      },
    );
    expect(methods.filter((method) => !method.endsWith(': unmatched')).sort()).toEqual(
      operations
        .map(
          ({ operationId, api, method, path }) =>
            `${constructId(api)}Api ${method} ${path}: ${operationId}`,
        )
        .sort(),
    );
  });

  test('lets no webhook send to the machine that it runs on', () => {
    expect(JSON.stringify(template.toJSON())).not.toContain(LOOPBACK_TARGETS_ENV);
  });
});
