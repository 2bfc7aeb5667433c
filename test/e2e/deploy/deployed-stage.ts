import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import {
  ALARM_TOPIC_OUTPUT,
  baseUrlOutput,
  USAGE_PLAN_OUTPUT,
} from '../../../infra/stacks/names.ts';
import { STAGES, type Stage } from '../../../infra/stacks/stages.ts';
import { buildFindKey } from '../../../lib/accounts/find-key.ts';
import { usageKeyOf } from '../../../lib/accounts/usage-plan-key.ts';
import type { ApiName } from '../../../lib/http/contract.ts';
import { createDocumentClient } from '../../../lib/storage/document-client.ts';
import type { TableName } from '../../../lib/storage/tables.ts';
import { tableNames } from '../../support/table-names.ts';
import { type FindUsageKey, openAddress } from './api-address.ts';
import { cdk } from './cdk.ts';
import { issueKeys, type StageKeys } from './keys.ts';
import type { MiniStack } from './ministack.ts';
import { TEMPORARY } from './run-folder.ts';

/** A stage that was deployed to MiniStack, with keys for it. */
export interface DeployedStage extends StageKeys {
  readonly name: Stage;
  readonly stackName: string;
  readonly baseUrl: string;
  /** The id of the API of pets. */
  readonly restApiId: string;
  readonly quickstartUrl: string;
  /** The id of the usage plan that its accounts are on. */
  readonly usagePlan: string;
  /** The topic that its alarms notify. */
  readonly alarmTopic: string;
  readonly client: DynamoDBDocumentClient;
  readonly tables: Readonly<Record<TableName, string>>;
}

/** Deploys one stack of an assembly, and gives its outputs. */
export const deploy = async (
  ministack: MiniStack,
  assembly: string,
  stackName: string,
): Promise<Record<string, string>> => {
  const file = join(TEMPORARY, `${stackName}.json`);
  const words = ['--app', assembly, '--require-approval', 'never', '--outputs-file', file];
  await cdk(ministack, TEMPORARY, 'deploy', stackName, ...words);
  const outputs = z.record(z.string(), z.record(z.string(), z.string()));
  return outputs.parse(JSON.parse(readFileSync(file, 'utf8')))[stackName] ?? {};
};

/**
 * Gives a stage that was deployed addresses and keys.
 * @throws Error if it was deployed without an output that people need
 */
export const openStage = async (
  ministack: MiniStack,
  stage: Stage,
  outputs: Readonly<Record<string, string>>,
): Promise<DeployedStage> => {
  const { endpoint } = ministack;
  const { stackName } = STAGES[stage];
  const output = (name: string): string => {
    const value = outputs[name];
    if (value === undefined) throw new Error(`${stackName} has no output ${name}.`);
    return value;
  };
  const client = createDocumentClient({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  const tables = tableNames(output);
  const find = buildFindKey(client, tables.apiKeys);
  const usageKeys = new Map<string, Promise<string | undefined>>();
  const findUsageKey: FindUsageKey = (apiKey) => {
    const found =
      usageKeys.get(apiKey) ?? find(apiKey).then((key) => key && usageKeyOf(key.accountId));
    usageKeys.set(apiKey, found);
    return found;
  };
  const address = (api: ApiName) => openAddress(endpoint, output(baseUrlOutput(api)), findUsageKey);
  const keys = await issueKeys(ministack, stage);
  return {
    name: stage,
    stackName,
    baseUrl: await address('pets'),
    restApiId: new URL(output(baseUrlOutput('pets'))).hostname.split('.')[0] ?? '',
    quickstartUrl: await address('quickstart'),
    ...keys,
    usagePlan: output(USAGE_PLAN_OUTPUT),
    alarmTopic: output(ALARM_TOPIC_OUTPUT),
    client,
    tables,
  };
};
