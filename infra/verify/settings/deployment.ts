import { APIGatewayClient } from '@aws-sdk/client-api-gateway';
import {
  CloudFormationClient,
  DescribeStacksCommand,
  paginateListStackResources,
  type Stack,
} from '@aws-sdk/client-cloudformation';
import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { CloudWatchLogsClient } from '@aws-sdk/client-cloudwatch-logs';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { SNSClient } from '@aws-sdk/client-sns';
import { RefusedError } from '../../operator/errors.ts';
import { STAGES, type Stage, type StageConfig } from '../../stacks/stages.ts';
import type { Fact } from '../facts/fact.ts';

/** A stage as AWS's APIs show it. */
export interface Deployment {
  readonly config: StageConfig;
  readonly stack: Stack;
  /** @throws RefusedError if the stack has no such output */
  readonly output: (name: string) => string;
  /** The names or ids that AWS gave the stack's resources of a type. */
  readonly idsOf: (type: string) => readonly string[];
  readonly apiGateway: APIGatewayClient;
  readonly cloudWatch: CloudWatchClient;
  readonly dynamoDb: DynamoDBClient;
  readonly lambda: LambdaClient;
  readonly logs: CloudWatchLogsClient;
  readonly sns: SNSClient;
  readonly streams: DynamoDBStreamsClient;
  readonly close: () => void;
}

/** A fact that AWS's APIs show and requests do not. */
export type Setting = Fact<Deployment>;

/**
 * Opens a stage with the AWS credentials and the region of the environment, to read only.
 * @throws RefusedError if the stack is not the service's; else the errors of the AWS SDK
 */
export const openDeployment = async (stage: Stage): Promise<Deployment> => {
  const config = STAGES[stage];
  const { stackName: StackName } = config;
  const client = new CloudFormationClient();
  const { Stacks: [stack] = [] } = await client.send(new DescribeStacksCommand({ StackName }));
  if (stack === undefined) throw new RefusedError(`There is no stack ${StackName}: deploy it.`);
  const resources: { readonly type: string; readonly id: string }[] = [];
  for await (const page of paginateListStackResources({ client }, { StackName })) {
    for (const {
      ResourceType: type = '',
      PhysicalResourceId: id = '',
    } of page.StackResourceSummaries ?? []) {
      resources.push({ type, id });
    }
  }
  // API Gateway takes ten calls a second: the attempts outlast that.
  const apiGateway = new APIGatewayClient({ maxAttempts: 10 });
  const cloudWatch = new CloudWatchClient();
  const dynamoDb = new DynamoDBClient();
  const lambda = new LambdaClient();
  const logs = new CloudWatchLogsClient();
  const sns = new SNSClient();
  const streams = new DynamoDBStreamsClient();
  return {
    config,
    stack,
    output: (name) => {
      const found = stack.Outputs?.find(({ OutputKey }) => OutputKey === name)?.OutputValue;
      if (found !== undefined) return found;
      throw new RefusedError(`The stack ${StackName} has no output ${name}: deploy it again.`);
    },
    idsOf: (type) => resources.filter((each) => each.type === type).map(({ id }) => id),
    apiGateway,
    cloudWatch,
    dynamoDb,
    lambda,
    logs,
    sns,
    streams,
    close: () => {
      for (const each of [client, apiGateway, cloudWatch, dynamoDb, lambda, logs, sns, streams])
        each.destroy();
    },
  };
};
