/**
 * A program, an app of the CDK: notes that everybody may read and write. Without an authorizer; tables that are named by
 * the stack and by itself; CommonJS on an older Node, with the AWS SDK that Lambda has; a parameter; CORS.
 */
import { join } from 'node:path';
import { App, CfnOutput, CfnParameter, Stack } from 'aws-cdk-lib';
import { Cors, LambdaIntegration, ResponseType, RestApi } from 'aws-cdk-lib/aws-apigateway';
import { AttributeType, ProjectionType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';

const app = new App();
const stack = new Stack(app, 'Notes');

const prefix = new CfnParameter(stack, 'Prefix', { default: 'our' });
const limit = new CfnParameter(stack, 'Limit', { type: 'Number', default: 2 });
const text = { type: AttributeType.STRING };
const notes = new Table(stack, 'NotesTable', {
  tableName: `${prefix.valueAsString}-notes`,
  partitionKey: { name: 'id', ...text },
});
notes.addGlobalSecondaryIndex({
  indexName: 'byAuthor',
  partitionKey: { name: 'author', ...text },
  sortKey: { name: 'id', ...text },
  projectionType: ProjectionType.INCLUDE,
  nonKeyAttributes: ['text'],
});
const log = new Table(stack, 'Log', {
  partitionKey: { name: 'day', ...text },
  sortKey: { name: 'at', type: AttributeType.NUMBER },
});
log.addLocalSecondaryIndex({ indexName: 'byKind', sortKey: { name: 'kind', ...text } });

const handler = new LambdaFunction(stack, 'Handler', {
  runtime: Runtime.NODEJS_18_X,
  code: Code.fromAsset(join(import.meta.dirname, 'notes')),
  handler: 'code/notes.handler',
  environment: {
    NOTES: notes.tableName,
    NOTES_ARN: notes.tableArn,
    LOG: log.tableName,
    LIMIT: limit.valueAsString,
    WHERE: `${stack.partition} ${stack.region} ${stack.account} ${stack.stackName}`,
  },
});
notes.grantReadWriteData(handler);

const api = new RestApi(stack, 'NotesApi', {
  defaultCorsPreflightOptions: { allowOrigins: Cors.ALL_ORIGINS, allowMethods: ['GET', 'PUT'] },
  defaultIntegration: new LambdaIntegration(handler),
});
api.root.addMethod('GET');
const all = api.root.addResource('notes');
all.addMethod('ANY');
all.addResource('{id}').addMethod('ANY');
all.addResource('newest').addMethod('GET');
api.root.addResource('files').addProxy();
api.root
  .addResource('partners', {
    defaultCorsPreflightOptions: {
      allowOrigins: ['https://one.example', 'https://two.example'],
      allowCredentials: true,
    },
  })
  .addMethod('GET');
api.addGatewayResponse('NotThere', {
  type: ResponseType.MISSING_AUTHENTICATION_TOKEN,
  statusCode: '404',
  responseHeaders: { 'Access-Control-Allow-Origin': 'method.request.header.origin' },
});
new CfnOutput(stack, 'NotesName', { value: notes.tableName });
