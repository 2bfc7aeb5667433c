import assert from 'node:assert/strict';
import {
  LambdaClient,
  ListFunctionsCommand,
  UpdateFunctionConfigurationCommand,
} from '@aws-sdk/client-lambda';
import type { DeployedStage } from './deployed-stage.ts';
import type { MiniStack } from './ministack.ts';
import { expectVerified } from './verify.ts';

/** Changes a function of a stage as somebody does in AWS's console, and back; expects verify to report the change. */
export const proveDrift = async (
  { endpoint, ...ministack }: MiniStack,
  stage: DeployedStage,
): Promise<void> => {
  const lambda = new LambdaClient({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  const { Functions = [] } = await lambda.send(new ListFunctionsCommand());
  const name = new RegExp(`^${stage.stackName}-(getPet[0-9A-F]{8})`);
  const [{ FunctionName, Timeout } = {}] = Functions.filter((each) =>
    name.test(each.FunctionName ?? ''),
  );
  assert.ok(FunctionName && Timeout);
  const [, logicalId] = name.exec(FunctionName) ?? [];
  const setTimeLimit = (seconds: number) =>
    lambda.send(new UpdateFunctionConfigurationCommand({ FunctionName, Timeout: seconds }));

  await setTimeLimit(Timeout + 1);
  await expectVerified({ endpoint, ...ministack }, stage, [
    'Resources are as they were deployed',
    `${logicalId} /Timeout`,
  ]);
  await setTimeLimit(Timeout);
  await expectVerified({ endpoint, ...ministack }, stage);
  lambda.destroy();
};
