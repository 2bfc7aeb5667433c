import assert from 'node:assert/strict';
import {
  CloudFormationClient,
  paginateListStackResources,
  type StackResourceSummary,
} from '@aws-sdk/client-cloudformation';
import {
  GetFunctionConfigurationCommand,
  LambdaClient,
  ListEventSourceMappingsCommand,
  UpdateEventSourceMappingCommand,
  UpdateFunctionConfigurationCommand,
} from '@aws-sdk/client-lambda';
import type { DeployedStage } from './deployed-stage.ts';
import type { MiniStack } from './ministack.ts';
import { expectVerified } from './verify.ts';

/**
 * Changes a function of a stage, and disables the mapping of its pets, as someone may do in AWS's console, expects
 * verify to report each, and changes it back.
 */
export const proveDrift = async (ministack: MiniStack, stage: DeployedStage): Promise<void> => {
  const options = {
    endpoint: ministack.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  };
  const cloudFormation = new CloudFormationClient(options);
  const lambda = new LambdaClient(options);
  const StackName = stage.stackName;
  const resources: StackResourceSummary[] = [];
  for await (const page of paginateListStackResources({ client: cloudFormation }, { StackName })) {
    resources.push(...(page.StackResourceSummaries ?? []));
  }
  const changed = resources.find((each) => each.ResourceType === 'AWS::Lambda::Function');
  assert.ok(changed);
  const FunctionName = changed.PhysicalResourceId;
  const { Timeout = 0 } = await lambda.send(new GetFunctionConfigurationCommand({ FunctionName }));
  const setTimeLimit = (seconds: number) =>
    lambda.send(new UpdateFunctionConfigurationCommand({ FunctionName, Timeout: seconds }));

  await setTimeLimit(Timeout + 1);
  await expectVerified(ministack, stage, [
    'Resources are as they were deployed',
    String(changed.LogicalResourceId),
  ]);
  await setTimeLimit(Timeout);

  const { EventSourceMappings = [] } = await lambda.send(new ListEventSourceMappingsCommand());
  const UUID = EventSourceMappings.find(({ EventSourceArn }) =>
    EventSourceArn?.includes(stage.tables.pets),
  )?.UUID;
  const enable = (Enabled: boolean) =>
    lambda.send(new UpdateEventSourceMappingCommand({ UUID, Enabled }));
  await enable(false);
  await expectVerified(ministack, stage, ['Changes of pets invoke recordEvents']);
  await enable(true);
  await expectVerified(ministack, stage);
  cloudFormation.destroy();
  lambda.destroy();
};
