import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import {
  LambdaClient,
  ListEventSourceMappingsCommand,
  ListFunctionsCommand,
  UpdateEventSourceMappingCommand,
  UpdateFunctionConfigurationCommand,
} from '@aws-sdk/client-lambda';
import * as z from 'zod';
import { tableNames } from '../../../lib/storage/tables.ts';
import { itemsOf } from '../../support/copy-table.ts';
import { resultOf } from '../../support/operator.ts';
import { cdk, clientConfig, type MiniStack, TEMPORARY } from './emulator.ts';
import type { DeployedStage } from './stage.ts';

/** The known differences of MiniStack 1.5.33 from what `npm run verify` expects, by their reason. */
const KNOWN_DIFFERENCES: Readonly<Record<string, readonly string[]>> = {
  'it takes bodies and headers of any length': [
    'A body over 6 MB as base64 is refused',
    'A body over 10 MB is refused',
    'Headers over 10,240 bytes are refused',
  ],
  'it does not name requests in its answers, and lets no client choose their names': [
    'A function names a request as API Gateway does',
    'A client may choose the request id',
    'The extended request id is API Gateway’s own, and in every answer',
  ],
  'nobody reads its mail': ['Somebody gets mail when an alarm turns on'],
};

/**
 * Expects the known differences and no others, and prints how many findings agree.
 * @param others further differences that are expected this time
 * @throws Error with each finding that should not differ, or should
 */
const expectKnown = (
  found: readonly { readonly name: string; readonly agrees: boolean; readonly seen: string }[],
  others: readonly string[] = [],
): void => {
  const known = new Set([...Object.values(KNOWN_DIFFERENCES).flat(), ...others]);
  const faults = found
    .filter(({ name, agrees }) => agrees === known.has(name))
    .map(({ name, agrees, seen }) => (agrees ? `It agrees now: ${name}` : `${name}\n${seen}`));
  for (const name of others) {
    if (!found.some((each) => each.name === name)) faults.push(`Nobody looked at: ${name}`);
  }
  if (faults.length > 0) throw new Error(faults.join('\n\n'));
  const agreeing = found.filter(({ agrees }) => agrees).length;
  process.stdout.write(`${agreeing} of ${found.length} agree, the others differ as known ... `);
};

const MAIN = join(import.meta.dirname, '../../../infra/verify/main.ts');

const Findings = z.array(z.object({ name: z.string(), agrees: z.boolean(), seen: z.string() }));

/**
 * Verifies a stage, and expects only MiniStack's known differences to be reported.
 * @param others further findings that are expected
 * @throws Error with each finding that is missing or not expected
 */
const expectVerified = async (
  ministack: MiniStack,
  stage: DeployedStage,
  others: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): Promise<void> => {
  const words = ['--stage', stage.name, '--json', '--base-url', stage.baseUrl];
  const child = spawn(process.execPath, [MAIN, ...words], {
    env: { ...ministack.environment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { output, problems, status } = await resultOf(child);
  // MiniStack has known differences: 0 would mean that nothing was checked.
  if (status !== 1 || output === '') throw new Error(`verify ended with ${status}.\n${problems}`);
  expectKnown(Findings.parse(JSON.parse(output)), others);
};

/** How many items each table holds. */
const countItems = ({ client, tables }: DeployedStage) =>
  Promise.all(
    tableNames().map(async (name) => [name, (await itemsOf(client, tables[name])).length] as const),
  );

/** Verifies a stage with a key of it, and expects every table to hold as many items as before. */
export const proveReading = async (ministack: MiniStack, stage: DeployedStage): Promise<void> => {
  const before = await countItems(stage);
  await expectVerified(ministack, stage, [], { API_KEY: stage.apiKey });
  assert.deepEqual(await countItems(stage), before);
};

/**
 * Changes a function of a stage, and disables the mapping of its pets, as someone may do in AWS's console, expects `cdk drift`
 * to report the one and verify the other, and changes them back.
 */
export const proveDrift = async (
  ministack: MiniStack,
  stage: DeployedStage,
  assembly: string,
): Promise<void> => {
  const lambda = new LambdaClient(clientConfig(ministack.endpoint));
  const { Functions = [] } = await lambda.send(new ListFunctionsCommand());
  const changed = Functions.find(({ FunctionName }) => FunctionName?.startsWith(stage.stackName));
  const { FunctionName, Timeout = 0 } = changed ?? {};
  const setTimeLimit = (seconds: number) =>
    lambda.send(new UpdateFunctionConfigurationCommand({ FunctionName, Timeout: seconds }));

  const { EventSourceMappings = [] } = await lambda.send(new ListEventSourceMappingsCommand());
  const UUID = EventSourceMappings.find(({ EventSourceArn }) =>
    EventSourceArn?.includes(stage.tables.pets),
  )?.UUID;
  const enable = (Enabled: boolean) =>
    lambda.send(new UpdateEventSourceMappingCommand({ UUID, Enabled }));

  const findDrift = () =>
    cdk(ministack, TEMPORARY, 'drift', stage.stackName, '--app', assembly, '--fail');
  await setTimeLimit(Timeout + 1);
  await enable(false);
  await assert.rejects(
    findDrift(),
    /AWS::Lambda::Function[\s\S]*Timeout[\s\S]*1 resource has drifted from/,
  );
  await expectVerified(ministack, stage, ['Changes of pets invoke recordEvents']);
  await setTimeLimit(Timeout);
  await enable(true);
  await findDrift();
  lambda.destroy();
};
