import { describe, expect, test } from '@jest/globals';
import { Template } from 'aws-cdk-lib/assertions';
import { ResponseType } from 'aws-cdk-lib/aws-apigateway';
import { functionEntries } from '../../infra/stacks/bundle/bundle.ts';
import { gatewayError, gatewayErrorTypes } from '../../infra/stacks/gateway-errors.ts';
import { operationFolder } from '../../infra/stacks/names.ts';
import { STAGES } from '../../infra/stacks/stages.ts';
import { LISTED_ATTRIBUTES } from '../../lib/accounts/shown-key.ts';
import { propertiesOf, readAssembly, readTemplate } from '../support/assembly.ts';

test('every type of gateway response is an Error of ours', () => {
  const types = Object.values(ResponseType)
    .filter((value) => value instanceof ResponseType)
    .map(({ responseType }) => responseType);
  const own = gatewayErrorTypes();
  const defaults = [
    ...['API_CONFIGURATION_ERROR', 'BAD_REQUEST_BODY', 'BAD_REQUEST_PARAMETERS'],
    // No plan has a quota, and the gateway passes on every content type: functions refuse.
    ...['QUOTA_EXCEEDED', 'UNSUPPORTED_MEDIA_TYPE'],
  ];
  expect([...own, ...defaults].sort()).toEqual(types.sort());
  // A `$` would begin a variable, which a request could fill.
  for (const type of own) expect(JSON.stringify(gatewayError(type))).not.toContain('$');
});

/** What `rights.test.ts` holds. */
const RIGHTS = ['AWS::IAM::Role', 'AWS::Lambda::Permission'];

/** A template without hashes of code and what the CDK adds: a line for each property, by its resource and its name. */
const linesOf = (stackName: string): ReadonlyMap<string, string> => {
  const { Resources, Outputs = {} } = JSON.parse(
    JSON.stringify(readTemplate(stackName))
      .replace(/[0-9a-f]{64}\.zip/g, 'ASSET.zip')
      .replace(/(Deployment[0-9A-F]{8})[0-9a-f]{32}/g, '$1HASH')
      .replace(/(CurrentVersion[0-9A-F]{8})[0-9a-f]{32}/g, '$1HASH')
      .replaceAll(stackName, 'STACK'),
  );
  const lines = Object.entries<Record<string, unknown>>({ ...Resources, Outputs }).flatMap(
    ([id, { Properties, Metadata, ...rest }]) =>
      (RIGHTS.includes(String(rest['Type']))
        ? []
        : Object.entries({ ...rest, ...Object(Properties) })
      ).map(([name, value]) => [`${id}.${name}`, JSON.stringify(value)] as const),
  );
  return new Map(lines);
};

const text = ([name, value]: readonly [string, string]) => `${name} ${value}`;

test('both stages are as their snapshots, or else, where that is meant: npm run generate', () => {
  const production = linesOf(STAGES.production.stackName);
  const staging = linesOf(STAGES.staging.stackName);
  const only = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>) =>
    [...one].filter(([name, value]) => other.get(name) !== value).map(text);
  expect([...production].map(text).join('\n')).toMatchSnapshot('production');
  const differences = [
    ...only(production, staging).map((line) => `- ${line}`),
    ...only(staging, production).map((line) => `+ ${line}`),
  ].sort((one, other) => (one.slice(2) < other.slice(2) ? -1 : 1));
  expect(differences.join('\n')).toMatchSnapshot('staging: production has -, staging has +');
});

test('the budget is as its snapshot, or else, where that is meant: npm run generate', () => {
  expect([...linesOf('pet-store-budget')].map(text).join('\n')).toMatchSnapshot();
});

test('each folder of functions is a function of production, or else: its line in functions/index.ts', () => {
  const template = Template.fromJSON(readTemplate(STAGES.production.stackName));
  const functions = Object.keys(template.findResources('AWS::Lambda::Function'));
  const folders = functions.map((id) => operationFolder(id.replace(/Function[0-9A-F]{8}$/, '')));
  expect([...functionEntries().keys()].sort()).toEqual(folders.sort());
});

/** What the cloud assembly has about a stack besides its template. */
interface Artifact {
  readonly dependencies?: readonly string[];
  readonly properties?: { readonly terminationProtection?: boolean };
}
const artifacts: Readonly<Record<string, Artifact>> = readAssembly('manifest.json').artifacts;

test('only production may not be deleted as a whole', () => {
  const guarded = Object.entries(artifacts)
    .filter(([, { properties }]) => properties?.terminationProtection)
    .map(([name]) => name);
  expect(guarded).toEqual([STAGES.production.stackName]);
});

/** The only attributes that a function may touch by a right. */
const ATTRIBUTES = {
  'authorizer dynamodb:UpdateItem': ['keyHash', 'lastUsedAt'],
  'deliverWebhook dynamodb:GetItem': ['accountId', 'closedAt'],
  'listKeys dynamodb:Query': LISTED_ATTRIBUTES,
};

const statementsOf = ({ PolicyDocument }: { PolicyDocument: { Statement: object[] } }) =>
  PolicyDocument.Statement;

/** The aliases that clients' requests go to. */
const aliasesOf = (template: Template) =>
  Object.entries(template.findResources('AWS::Lambda::Alias', { Properties: { Name: 'live' } }));

describe.each(Object.values(STAGES))('the stack $stackName', ({ stackName, protectData }) => {
  const template = Template.fromJSON(readTemplate(stackName));
  const served = aliasesOf(template);

  test('keeps data as long as its stage should', () => {
    template.allResources('AWS::DynamoDB::GlobalTable', {
      DeletionPolicy: protectData ? 'Retain' : 'Delete',
      Properties: {
        Replicas: [
          {
            DeletionProtectionEnabled: protectData,
            PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: protectData },
          },
        ],
      },
    });
  });

  test('lets functions that need only some attributes touch no others, nor all by naming none', () => {
    const bounded = new Map<string, unknown>();
    for (const [id, { Policies = [] }] of propertiesOf(template, 'AWS::IAM::Role')) {
      for (const { Action, Condition } of Policies.flatMap(statementsOf)) {
        if (Condition) bounded.set(`${id.replace(/Role.*/, '')} ${Action}`, Condition);
      }
    }
    const expected = Object.entries(ATTRIBUTES).map(([right, attributes]) => {
      const StringEqualsIfExists = {
        'dynamodb:Select': 'SPECIFIC_ATTRIBUTES',
        'dynamodb:ReturnValues': ['NONE', 'UPDATED_OLD', 'UPDATED_NEW'],
      };
      const named = { 'dynamodb:Attributes': attributes };
      return [right, { 'ForAllValues:StringEquals': named, StringEqualsIfExists }] as const;
    });
    expect(bounded).toEqual(new Map(expected));
  });

  test('has access logs that hold nothing of a request but its method and its route', () => {
    for (const { Properties } of Object.values(template.findResources('AWS::ApiGateway::Stage'))) {
      expect(Properties.AccessLogSetting.Format).not.toMatch(
        /\$context\.(path|identity|error\.message|requestOverride|authorizer\.(?!principalId|keyId|latency|requestId))/,
      );
    }
  });

  test('is deployed after the account stack, and does not do its work', () => {
    template.resourceCountIs('AWS::ApiGateway::Account', 0);
    const before = artifacts[stackName]?.dependencies ?? [];
    // And after no other: AWS refuses budgets in new member accounts.
    expect(before.filter((name) => !name.endsWith('.assets'))).toEqual(['pet-store-account']);
  });

  // `rights.test.ts` holds that everything invokes that alias. Nobody waits for the release check and the probe.
  test('has an alias live of every function that clients wait for, and one version', () => {
    const functions = Object.keys(template.findResources('AWS::Lambda::Function'));
    const expected = functions.filter((id) => !/^(checkRelease|probe)/.test(id));
    const nameOf = (id: string) => id.replace(/Function.*/, '');
    expect(served.map(([id]) => nameOf(id)).sort()).toEqual(expected.map(nameOf).sort());
    template.resourceCountIs('AWS::Lambda::Version', served.length);
  });

  test('puts no new version in service before all of them were checked', () => {
    const [[check = '', { ['Properties']: properties }] = ['', { Properties: {} }], ...others] =
      Object.entries(template.findResources('Custom::ReleaseCheck'));
    expect(others).toEqual([]);
    expect(served.length).toBeGreaterThan(0);
    for (const [, alias] of served) expect(alias['DependsOn']).toContain(check);
    const versions = served.map(
      ([, { Properties }]) => Properties.FunctionVersion['Fn::GetAtt'][0],
    );
    const checked = Object.values<{ Ref: string }>(properties.Versions).map(({ Ref }) => Ref);
    expect(checked.sort()).toEqual(versions.sort());
  });
});

test('the account stack lets API Gateway write logs, and keeps that when it goes', () => {
  const template = Template.fromJSON(readTemplate('pet-store-account'));
  template.resourceCountIs('AWS::ApiGateway::Account', 1);
  template.allResources('AWS::ApiGateway::Account', { DeletionPolicy: 'Retain' });
  template.allResources('AWS::IAM::Role', { DeletionPolicy: 'Retain' });
});

test('functions are released in waves of ten at most, and a wave waits for the one before', () => {
  const template = Template.fromJSON(readTemplate(STAGES.production.stackName));
  const aliases = aliasesOf(template).filter(([, alias]) => alias['UpdatePolicy']);
  const ids = new Set(aliases.map(([id]) => id));
  const waves = Map.groupBy(aliases, ([, alias]) =>
    alias['DependsOn']
      .filter((id: string) => ids.has(id))
      .sort()
      .join(),
  );
  let before: readonly string[] = [];
  for (const [waitsFor, wave] of waves) {
    expect(waitsFor).toBe([...before].sort().join());
    expect(wave.length).toBeLessThanOrEqual(10);
    before = wave.map(([id]) => id);
  }
  expect(waves.size).toBe(Math.ceil(aliases.length / 10));
});
