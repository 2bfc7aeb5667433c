import assert from 'node:assert/strict';
import {
  LambdaClient,
  ListEventSourceMappingsCommand,
  ListFunctionsCommand,
  UpdateEventSourceMappingCommand,
  UpdateFunctionConfigurationCommand,
} from '@aws-sdk/client-lambda';
import { operator } from '../../support/operator.ts';
import { cdk, clientConfig, TEMPORARY } from './emulator.ts';
import type { DeployedStage } from './stage.ts';

/** Expects verify to find these differences of a stage, and MiniStack's: nobody reads its mail. */
const expectDifferences = async (
  { ministack, name }: DeployedStage,
  ...differences: readonly string[]
): Promise<void> => {
  const command = [['--stage', name], ministack.environment, 'infra/verify/main.ts'] as const;
  const { output, problems, status } = await operator(...command);
  const found = [...output.matchAll(/^DIFFERS (.*)/gm)].map(([, what]) => what);
  const expected = ['Somebody gets mail when an alarm turns on', ...differences];
  assert.deepEqual([found, status], [expected, 1], `${output}${problems}`);
};

/**
 * Changes a function of a stage, and disables the mapping of its pets, as someone may do in AWS's console, expects `cdk drift`
 * to report the one and verify the other, and changes them back.
 */
export const proveDrift = async (stage: DeployedStage, assembly: string): Promise<void> => {
  const { ministack, stackName, tables } = stage;
  const lambda = new LambdaClient(clientConfig(ministack.endpoint));
  const { Functions = [] } = await lambda.send(new ListFunctionsCommand());
  const changed = Functions.find(({ FunctionName }) => FunctionName?.startsWith(stackName));
  const { FunctionName, Timeout = 0 } = changed ?? {};
  const setTimeLimit = (seconds: number) =>
    lambda.send(new UpdateFunctionConfigurationCommand({ FunctionName, Timeout: seconds }));

  const { EventSourceMappings = [] } = await lambda.send(new ListEventSourceMappingsCommand());
  const UUID = EventSourceMappings.find(({ EventSourceArn }) =>
    EventSourceArn?.includes(tables.pets),
  )?.UUID;
  const enable = (Enabled: boolean) =>
    lambda.send(new UpdateEventSourceMappingCommand({ UUID, Enabled }));

  const findDrift = () =>
    cdk(ministack, TEMPORARY, 'drift', stackName, '--app', assembly, '--fail');
  await setTimeLimit(Timeout + 1);
  await enable(false);
  await assert.rejects(
    findDrift(),
    /AWS::Lambda::Function[\s\S]*Timeout[\s\S]*1 resource has drifted from/,
  );
  await expectDifferences(stage, 'Changes of pets invoke recordEvents');
  await setTimeLimit(Timeout);
  await enable(true);
  await findDrift();
  await expectDifferences(stage);
  lambda.destroy();
};
