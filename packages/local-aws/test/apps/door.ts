/**
 * A program, an app of the CDK: a door with three kinds of locks. TOKEN and REQUEST authorizers; ES modules, by their
 * names and by a package.json, with the AWS SDK that Lambda has; a stage of the CDK, an
 * account and a region of its own; stage variables.
 */
import { join } from 'node:path';
import { App, Duration, Stack, Stage } from 'aws-cdk-lib';
import {
  IdentitySource,
  LambdaIntegration,
  RequestAuthorizer,
  RestApi,
  TokenAuthorizer,
} from 'aws-cdk-lib/aws-apigateway';
import { Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';

const app = new App();
const stack = new Stack(new Stage(app, 'House'), 'Door', {
  stackName: 'front-door',
  env: { account: '123456789012', region: 'eu-west-1' },
});

const functionIn = (id: string, folder: string, handler: string) =>
  new LambdaFunction(stack, id, {
    runtime: Runtime.NODEJS_24_X,
    code: Code.fromAsset(join(import.meta.dirname, 'door', folder)),
    handler,
  });
const open = functionIn('Open', 'token', 'index.handler');
const token = functionIn('Token', 'token', 'index.authorize');
const request = functionIn('Request', 'request', 'src/locks.request');

const api = new RestApi(stack, 'DoorApi', {
  defaultIntegration: new LambdaIntegration(open),
  deployOptions: { stageName: 'live', variables: { floor: '3' } },
});
const locks = {
  token: new TokenAuthorizer(stack, 'TokenLock', {
    handler: token,
    validationRegex: '[a-z]+',
    resultsCacheTtl: Duration.seconds(0),
  }),
  request: new RequestAuthorizer(stack, 'RequestLock', {
    handler: request,
    identitySources: [IdentitySource.header('X-Card'), IdentitySource.queryString('pin')],
    resultsCacheTtl: Duration.minutes(5),
  }),
  uncached: new RequestAuthorizer(stack, 'UncachedLock', {
    handler: request,
    identitySources: [],
    resultsCacheTtl: Duration.seconds(0),
  }),
  surroundings: new RequestAuthorizer(stack, 'SurroundingsLock', {
    handler: request,
    identitySources: [IdentitySource.stageVariable('floor'), IdentitySource.context('httpMethod')],
  }),
};
for (const [name, authorizer] of Object.entries(locks)) {
  api.root.addResource(name).addResource('{room}').addMethod('ANY', undefined, { authorizer });
}
