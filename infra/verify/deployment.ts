import { APIGatewayClient } from '@aws-sdk/client-api-gateway';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { SNSClient } from '@aws-sdk/client-sns';
import { RefusedError } from '../operator/errors.ts';
import { STAGES, type Stage } from '../stacks/stages.ts';

/** A stage as AWS's APIs show it. */
export interface Deployment {
  readonly stackName: string;
  /** @throws RefusedError if the stack has no such output */
  readonly output: (name: string) => string;
  readonly apiGateway: APIGatewayClient;
  readonly cloudFormation: CloudFormationClient;
  readonly dynamoDb: DynamoDBClient;
  readonly sns: SNSClient;
  readonly streams: DynamoDBStreamsClient;
  readonly close: () => void;
}

/**
 * Opens a stage with the AWS credentials and the region of the environment.
 * @throws RefusedError if there is no such stack; else the errors of the AWS SDK
 */
export const openDeployment = async (stage: Stage): Promise<Deployment> => {
  const { stackName } = STAGES[stage];
  const cloudFormation = new CloudFormationClient();
  const { Stacks: [stack] = [] } = await cloudFormation.send(
    new DescribeStacksCommand({ StackName: stackName }),
  );
  if (stack === undefined) throw new RefusedError(`There is no stack ${stackName}: deploy it.`);
  const clients = {
    // API Gateway takes ten calls a second: the attempts last longer than that.
    apiGateway: new APIGatewayClient({ maxAttempts: 10 }),
    cloudFormation,
    dynamoDb: new DynamoDBClient(),
    sns: new SNSClient(),
    streams: new DynamoDBStreamsClient(),
  };
  return {
    ...clients,
    stackName,
    output: (name) => {
      const found = stack.Outputs?.find(({ OutputKey }) => OutputKey === name)?.OutputValue;
      if (found !== undefined) return found;
      throw new RefusedError(`The stack ${stackName} has no output ${name}: deploy it again.`);
    },
    close: () => {
      for (const client of Object.values(clients)) client.destroy();
    },
  };
};
