import { expect, test } from '@jest/globals';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { STAGES } from '../../../infra/stacks/stages.ts';
import { readTemplate } from '../../support/assembly.ts';
import { type SynthesisCase, synthesizeStacks } from '../synthesize-stack.ts';

const certificateArn = 'arn:aws:acm:eu-west-1:123456789012:certificate/0a1b';

const WARM = { readUnitsPerSecond: 48_000, writeUnitsPerSecond: 16_000 };

/** Stacks that a stage may have. One process synthesizes them all: loading the CDK takes as long as three of them. */
const CASES = {
  unguarded: { unguarded: true },
  domainAndPast: {
    stage: 'production',
    now: '2030-12-05',
    changes: {
      alarmEmail: 'operators@petstore.example',
      apis: {
        pets: { url: 'https://api.petstore.example/v1', certificateArn },
        quickstart: { url: 'https://quickstart.petstore.example/v1' },
      },
    },
  },
  withoutCodeDeploy: { stage: 'production', changes: { release: 'all-at-once' } },
  withoutStreams: { changes: { streams: 'off' } },
  warmAndKept: {
    now: '2030-12-05',
    keepPastRemoval: ['getPet'],
    changes: { warmThroughput: WARM, addressLimit: 600 },
  },
} as const satisfies Record<string, SynthesisCase>;

const results = synthesizeStacks(Object.values(CASES));

const resultOf = (name: keyof typeof CASES) => results[Object.keys(CASES).indexOf(name)];
const templateOf = (name: keyof typeof CASES): Template =>
  Template.fromJSON(resultOf(name)?.template ?? {});

test('a stage may have pets and their indexes that are warm, and a limit of addresses for both APIs', () => {
  const template = templateOf('warmAndKept');
  const WarmThroughput = { ReadUnitsPerSecond: 48_000, WriteUnitsPerSecond: 16_000 };
  const warm = template.findResources('AWS::DynamoDB::GlobalTable', {
    Properties: { WarmThroughput },
  });
  expect(Object.keys(warm)).toEqual([expect.stringMatching(/^TablesPets/)]);
  for (const { Properties } of Object.values(warm)) {
    for (const index of Properties.GlobalSecondaryIndexes) {
      expect(index).toMatchObject({ WarmThroughput });
    }
  }
  template.hasResourceProperties('AWS::WAFv2::WebACL', {
    Rules: [
      Match.objectLike({ Statement: { RateBasedStatement: Match.objectLike({ Limit: 600 }) } }),
    ],
  });
  template.resourceCountIs('AWS::WAFv2::WebACLAssociation', 2);
});

test('the rule packs fail a stack with a resource that is not guarded', () => {
  expect(resultOf('unguarded')?.failure).toContain('Stack/Unguarded');
});

test('a stage with its own address for the pets is reached there alone, and no address takes TLS before 1.2', () => {
  const template = templateOf('domainAndPast');
  template.resourceCountIs('AWS::ApiGateway::DomainName', 1);
  template.hasResourceProperties('AWS::ApiGateway::DomainName', {
    DomainName: 'api.petstore.example',
    RegionalCertificateArn: certificateArn,
    EndpointConfiguration: { Types: ['REGIONAL'] },
  });
  for (const type of ['AWS::ApiGateway::DomainName', 'AWS::ApiGateway::RestApi']) {
    template.allResourcesProperties(type, {
      SecurityPolicy: 'SecurityPolicy_TLS13_1_2_PFS_PQ_2025_09',
      EndpointAccessMode: 'STRICT',
    });
  }
  template.resourceCountIs('AWS::ApiGateway::BasePathMapping', 1);
  template.hasResourceProperties('AWS::ApiGateway::BasePathMapping', {
    BasePath: 'v1',
    RestApiId: { Ref: Match.stringLikeRegexp('^PetsApi') },
    Stage: { Ref: Match.stringLikeRegexp('^PetsApi') },
  });
  const closed = template.findResources('AWS::ApiGateway::RestApi', {
    Properties: { DisableExecuteApiEndpoint: true },
  });
  expect(Object.keys(closed)).toEqual([expect.stringMatching(/^PetsApi/)]);
  template.hasOutput('PetsBaseUrl', { Value: 'https://api.petstore.example/v1' });
  template.hasOutput('PetsDomainTarget', {
    Value: { 'Fn::GetAtt': [Match.stringLikeRegexp('^PetsApiDomain'), 'RegionalDomainName'] },
  });
  expect(JSON.stringify(template.findOutputs('QuickstartBaseUrl'))).toContain('execute-api');
  expect(template.findOutputs('QuickstartDomainTarget')).toEqual({});
});

// Whether a stage names one is in its snapshot.
test('mail is sent to the address that a stage names', () => {
  templateOf('domainAndPast').hasResourceProperties('AWS::SNS::Subscription', {
    Protocol: 'email',
    Endpoint: 'operators@petstore.example',
  });
});

const typesOf = (template: Record<string, unknown>) =>
  Object.entries(Template.fromJSON(template).toJSON()['Resources'])
    .map(
      ([id, resource]) =>
        `${id.replace(/[0-9a-f]{32}$/, '')} ${(resource as { Type: string }).Type}`,
    )
    .filter((line) => !line.startsWith('Release'));

test('production without CodeDeploy differs in nothing else', () => {
  const { template = {} } = resultOf('withoutCodeDeploy') ?? {};
  expect(typesOf(template)).toEqual(typesOf(readTemplate(STAGES.production.stackName)));
  expect(JSON.stringify(template)).not.toContain('CodeDeploy');
});

test('a stage can be deployed without streams, and then with them: its tables stay', () => {
  const { template = {} } = resultOf('withoutStreams') ?? {};
  const deployed = readTemplate(STAGES.staging.stackName);
  const types = typesOf(deployed);
  expect(typesOf(template)).toEqual(types.filter((type) => !/EventSourceMapping/.test(type)));
  expect(JSON.stringify(template)).not.toContain('StreamArn');
  // CloudFormation changes this property "without interruption" ("AWS::DynamoDB::GlobalTable"), and no other one changes.
  const tables = Template.fromJSON(deployed).findResources('AWS::DynamoDB::GlobalTable');
  for (const { Properties } of Object.values(tables)) delete Properties.StreamSpecification;
  expect(Template.fromJSON(template).findResources('AWS::DynamoDB::GlobalTable')).toEqual(tables);
});

test('an operation past its removal fails, or warns when told to keep it', () => {
  const notice = expect.stringContaining('getPet is to be removed on 2030-12-05');
  expect(resultOf('domainAndPast')).toMatchObject({ warnings: [], errors: [notice] });
  expect(resultOf('warmAndKept')).toMatchObject({ warnings: [notice], errors: [] });
  expect(resultOf('withoutStreams')).toMatchObject({ warnings: [], errors: [] });
});
