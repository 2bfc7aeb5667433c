/**
 * A program, an app of the CDK: a depot with much around it that no machine has. TableV2, tables in another stack, code in
 * the template, a condition; functions and integrations that answer 501; resources that no request needs.
 */
import { join } from 'node:path';
import { App, CfnCondition, CfnOutput, CfnParameter, Fn, RemovalPolicy, Stack } from 'aws-cdk-lib';
import {
  ApiDefinition,
  AuthorizationType,
  AwsIntegration,
  HttpIntegration,
  LambdaIntegration,
  MockIntegration,
  RestApi,
  SpecRestApi,
  TokenAuthorizer,
} from 'aws-cdk-lib/aws-apigateway';
import { AttributeType, type CfnGlobalTable, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import {
  Architecture,
  Code,
  determineLatestNodeRuntime,
  type IFunction,
  Function as LambdaFunction,
  LayerVersion,
  Runtime,
} from 'aws-cdk-lib/aws-lambda';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Queue } from 'aws-cdk-lib/aws-sqs';

const app = new App();
const store = new Stack(app, 'Store');
const stack = new Stack(app, 'Depot');
const size = new CfnParameter(stack, 'Size', {
  default: 'small',
  allowedValues: ['small', 'large'],
});
const isLarge = new CfnCondition(stack, 'IsLarge', {
  expression: Fn.conditionEquals(size.valueAsString, 'large'),
});

const parts = new TableV2(store, 'Parts', {
  partitionKey: { name: 'id', type: AttributeType.STRING },
  globalSecondaryIndexes: [
    { indexName: 'byShelf', partitionKey: { name: 'shelf', type: AttributeType.NUMBER } },
  ],
});
const spare = new TableV2(store, 'Spare', {
  tableName: 'spare-parts',
  partitionKey: { name: 'id', type: AttributeType.STRING },
});
const hall = new TableV2(stack, 'Hall', {
  tableName: 'hall',
  partitionKey: { name: 'id', type: AttributeType.STRING },
});
const hallResource = hall.node.defaultChild as CfnGlobalTable;
hallResource.cfnOptions.condition = isLarge;

const queue = new Queue(stack, 'Orders');
new Bucket(stack, 'Papers');
new Bucket(stack, 'Pictures', { autoDeleteObjects: true, removalPolicy: RemovalPolicy.DESTROY });

const code = Code.fromAsset(join(import.meta.dirname, 'depot'));
const shelves = new LambdaFunction(stack, 'Shelves', {
  runtime: determineLatestNodeRuntime(stack),
  architecture: Architecture.ARM_64,
  code,
  handler: 'shelves.handler',
  logRetention: RetentionDays.ONE_WEEK,
  environment: {
    PARTS: parts.tableName,
    SPARE: Fn.select(1, Fn.split('/', spare.tableArn)),
    HALL: Fn.conditionIf('IsLarge', hallResource.ref, 'none').toString(),
    QUEUE: queue.queueUrl,
    QUEUE_ARN: queue.queueArn,
  },
});
const inline = new LambdaFunction(stack, 'Inline', {
  runtime: Runtime.NODEJS_20_X,
  code: Code.fromInline(
    'exports.handler = (event, context, callback) => callback(null, { statusCode: 200, body: "{}" });',
  ),
  handler: 'index.handler',
  layers: [new LayerVersion(stack, 'Shared', { code })],
});
const python = new LambdaFunction(stack, 'Python', {
  runtime: Runtime.PYTHON_3_12,
  code,
  handler: 'report.handler',
});
const zipped = new LambdaFunction(stack, 'Zipped', {
  runtime: Runtime.NODEJS_22_X,
  code: Code.fromAsset(join(import.meta.dirname, 'depot', 'zipped.zip')),
  handler: 'index.handler',
});

const api = new RestApi(stack, 'DepotApi');
const add = (path: string, ...[integration, options]: [unknown, object?]) =>
  api.root.addResource(path).addMethod('GET', integration as MockIntegration, options);
add('shelves', new LambdaIntegration(shelves));
add('inline', new LambdaIntegration(inline.currentVersion as IFunction));
add('python', new LambdaIntegration(python));
add('zipped', new LambdaIntegration(zipped));
add('http', new HttpIntegration('https://example.com/'));
add('queue', new AwsIntegration({ service: 'sqs', path: 'orders' }));
add('mapped', new LambdaIntegration(inline, { proxy: false }));
add('signed', new LambdaIntegration(inline), { authorizationType: AuthorizationType.IAM });
add('guarded', new LambdaIntegration(inline), {
  authorizer: new TokenAuthorizer(stack, 'Guard', { handler: python }),
});
add('counted', new LambdaIntegration(inline), { apiKeyRequired: true });
add(
  'health',
  new MockIntegration({
    requestTemplates: { 'application/json': '{"statusCode": 503}' },
    integrationResponses: [
      { statusCode: '200' },
      {
        statusCode: '503',
        selectionPattern: '5\\d{2}',
        responseTemplates: { 'text/plain': 'closed' },
        responseParameters: { 'method.response.header.Retry-After': "'60'" },
      },
    ],
  }),
  {
    methodResponses: [
      { statusCode: '200' },
      { statusCode: '503', responseParameters: { 'method.response.header.Retry-After': true } },
    ],
  },
);
add(
  'vtl',
  new MockIntegration({
    requestTemplates: { 'application/json': '#if(true){"statusCode": 200}#end' },
  }),
);
add(
  'unmatched',
  new MockIntegration({ integrationResponses: [{ statusCode: '404', selectionPattern: '404' }] }),
);
new SpecRestApi(stack, 'SpecApi', {
  apiDefinition: ApiDefinition.fromInline({ openapi: '3.0.3', paths: {} }),
});
// biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation replaces it
new CfnOutput(stack, 'Greeting', { value: Fn.sub('Depot in ${AWS::Region}, ${Size}') });
