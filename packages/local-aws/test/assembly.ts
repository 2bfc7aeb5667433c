import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readStackTemplate, type StackTemplate } from '../src/cloudformation/template.ts';

type Resources = Record<
  string,
  { Type: string; Condition?: string; Properties?: Record<string, unknown> }
>;

/** Writes a cloud assembly of one stack, `shop`, with one bundle, and gives its folder. */
export const shopAssembly = (
  Resources: Resources,
  rest: object = {},
  handlerSource = '',
): string => {
  const directory = mkdtempSync(join(tmpdir(), 'assembly-'));
  const properties = { templateFile: 'shop.template.json' };
  const artifacts = { shop: { type: 'aws:cloudformation:stack', properties } };
  writeFileSync(join(directory, 'manifest.json'), JSON.stringify({ artifacts }));
  const write = (suffix: string, content: object) =>
    writeFileSync(join(directory, `shop.${suffix}.json`), JSON.stringify(content));
  mkdirSync(join(directory, 'asset.c0de'));
  writeFileSync(join(directory, 'asset.c0de', 'index.mjs'), handlerSource);
  write('template', { Resources, ...rest });
  write('assets', {
    files: {
      c0de: {
        source: { path: 'asset.c0de', packaging: 'zip' },
        destinations: { here: { bucketName: 'assets', objectKey: 'c0de.zip' } },
      },
    },
  });
  return directory;
};

/** Writes it, and reads it back. */
export const shopTemplate = (
  Resources: Resources,
  rest: object = {},
  handlerSource = '',
  parameters: Record<string, string> = {},
): StackTemplate =>
  readStackTemplate(shopAssembly(Resources, rest, handlerSource), 'shop', parameters);

const functionUri = (logicalId: string) => invocationUri({ 'Fn::GetAtt': [logicalId, 'Arn'] });

const aliasUri = (logicalId: string) => invocationUri({ Ref: logicalId });

const invocationUri = (arn: object) => ({
  'Fn::Join': [
    '',
    [
      'arn:',
      { 'Fn::Select': [1, { 'Fn::Split': [':', arn] }] },
      ':apigateway:',
      { Ref: 'AWS::Region' },
      ':lambda:path/2015-03-31/functions/',
      arn,
      '/invocations',
    ],
  ],
});

/** A function of the bundle. */
export const lambdaFunction = (Variables: object) => ({
  Type: 'AWS::Lambda::Function',
  Properties: {
    Code: { S3Bucket: { 'Fn::Sub': `assets-\${AWS::AccountId}` }, S3Key: 'c0de.zip' },
    Environment: { Variables },
    Handler: 'index.handler',
    MemorySize: 256,
    Role: { 'Fn::GetAtt': ['Elsewhere', 'Arn'] },
    Runtime: 'nodejs24.x',
    Timeout: 10,
  },
});

/**
 * The resources of two APIs as CDK declares them: one with an authorizer, its functions invoked through aliases, and
 * one with nothing but `GET /`, its function invoked by itself.
 */
export const shopResources: Resources = {
  Pets: { Type: 'AWS::DynamoDB::GlobalTable', Properties: {} },
  PetsFunction: lambdaFunction({ TABLE_NAME: { Ref: 'Pets' } }),
  AuthorizerFunction: lambdaFunction({}),
  PetsVersion0A1B2C3D: {
    Type: 'AWS::Lambda::Version',
    Properties: { FunctionName: { Ref: 'PetsFunction' } },
  },
  PetsLive: {
    Type: 'AWS::Lambda::Alias',
    Properties: {
      FunctionName: { Ref: 'PetsFunction' },
      FunctionVersion: { 'Fn::GetAtt': ['PetsVersion0A1B2C3D', 'Version'] },
      Name: 'live',
    },
  },
  AuthorizerLive: {
    Type: 'AWS::Lambda::Alias',
    Properties: { FunctionName: { Ref: 'AuthorizerFunction' }, Name: 'live' },
  },
  UnusedFunction: { Type: 'AWS::Lambda::Function', Properties: { Code: { ZipFile: '…' } } },
  StaffApi0A1B2C3D: {
    Type: 'AWS::ApiGateway::RestApi',
    Properties: {
      Name: 'Staff',
      BinaryMediaTypes: ['image/*'],
      ApiKeySourceType: 'AUTHORIZER',
    },
  },
  StaffStage: {
    Type: 'AWS::ApiGateway::Stage',
    Properties: {
      RestApiId: { Ref: 'StaffApi0A1B2C3D' },
      StageName: 'v1',
      AccessLogSetting: { DestinationArn: { 'Fn::ImportValue': 'not looked at' } },
      MethodSettings: [
        { ResourcePath: '/*', HttpMethod: '*', ThrottlingRateLimit: 10, ThrottlingBurstLimit: 20 },
        { ResourcePath: '/~1pets~1{id}', HttpMethod: 'GET', ThrottlingRateLimit: 1 },
        {
          ResourcePath: '/~1pets',
          HttpMethod: 'POST',
          ThrottlingRateLimit: 2,
          ThrottlingBurstLimit: 3,
        },
      ],
    },
  },
  PetsResource: {
    Type: 'AWS::ApiGateway::Resource',
    Properties: {
      RestApiId: { Ref: 'StaffApi0A1B2C3D' },
      ParentId: { 'Fn::GetAtt': ['StaffApi0A1B2C3D', 'RootResourceId'] },
      PathPart: 'pets',
    },
  },
  PetResource: {
    Type: 'AWS::ApiGateway::Resource',
    Properties: {
      RestApiId: { Ref: 'StaffApi0A1B2C3D' },
      ParentId: { Ref: 'PetsResource' },
      PathPart: '{id}',
    },
  },
  PetMethod: {
    Type: 'AWS::ApiGateway::Method',
    Properties: {
      RestApiId: { Ref: 'StaffApi0A1B2C3D' },
      ResourceId: { Ref: 'PetResource' },
      HttpMethod: 'GET',
      AuthorizationType: 'CUSTOM',
      ApiKeyRequired: true,
      AuthorizerId: { Ref: 'Authorizer' },
      Integration: { Type: 'AWS_PROXY', Uri: aliasUri('PetsLive'), TimeoutInMillis: 5000 },
    },
  },
  Authorizer: {
    Type: 'AWS::ApiGateway::Authorizer',
    Properties: {
      RestApiId: { Ref: 'StaffApi0A1B2C3D' },
      Type: 'TOKEN',
      AuthorizerUri: aliasUri('AuthorizerLive'),
      IdentitySource: 'method.request.header.X-Token',
      IdentityValidationExpression: 'Bearer \\w+',
    },
  },
  ClientError: {
    Type: 'AWS::ApiGateway::GatewayResponse',
    Properties: {
      RestApiId: { Ref: 'StaffApi0A1B2C3D' },
      ResponseType: 'DEFAULT_4XX',
      StatusCode: '422',
      ResponseParameters: { 'gatewayresponse.header.X-Request-Id': 'context.requestId' },
      ResponseTemplates: { 'application/json': '{}' },
    },
  },
  OpenApi9F8E7D6C: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'Open' } },
  OpenStage: {
    Type: 'AWS::ApiGateway::Stage',
    Properties: { RestApiId: { Ref: 'OpenApi9F8E7D6C' }, StageName: 'v2' },
  },
  OpenMethod: {
    Type: 'AWS::ApiGateway::Method',
    Properties: {
      RestApiId: { Ref: 'OpenApi9F8E7D6C' },
      ResourceId: { 'Fn::GetAtt': ['OpenApi9F8E7D6C', 'RootResourceId'] },
      HttpMethod: 'GET',
      AuthorizationType: 'NONE',
      Integration: { Type: 'AWS_PROXY', Uri: functionUri('PetsFunction') },
    },
  },
};
