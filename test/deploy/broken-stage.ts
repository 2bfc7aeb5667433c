import assert from 'node:assert/strict';
import {
  APIGatewayClient,
  GetAuthorizersCommand,
  UpdateAuthorizerCommand,
  UpdateStageCommand,
} from '@aws-sdk/client-api-gateway';
import {
  DynamoDBClient,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { STAGE_NAME } from '../../infra/stacks/constructs/deployed-names.ts';
import { STAGES } from '../../infra/stacks/stages.ts';
import { AUTHORIZER_CACHE_SECONDS } from '../../lib/accounts/api-key.ts';
import { tableDefinition, tableNames } from '../../lib/tables.ts';
import { tellSomebody } from './alarm-subscriber.ts';
import type { DeployedStage } from './deployed-stage.ts';
import type { MiniStack } from './ministack.ts';
import { expectVerified } from './verify.ts';

const clientOptions = (endpoint: string) => ({
  endpoint,
  region: 'us-east-1',
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
});

const setTimeToLive = (dynamoDb: DynamoDBClient, TableName: string, Enabled: boolean) =>
  dynamoDb.send(
    new UpdateTimeToLiveCommand({
      TableName,
      TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled },
    }),
  );

/** Sets by DynamoDB's own API what MiniStack's CloudFormation leaves out of the tables. */
export const completeTables = async (
  { endpoint }: MiniStack,
  { name, tables }: DeployedStage,
): Promise<void> => {
  const dynamoDb = new DynamoDBClient(clientOptions(endpoint));
  const { protectData } = STAGES[name];
  for (const table of tableNames()) {
    const TableName = tables[table];
    if (tableDefinition(table).timeToLive) await setTimeToLive(dynamoDb, TableName, true);
    if (!protectData) continue;
    await dynamoDb.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: true }));
    await dynamoDb.send(
      new UpdateContinuousBackupsCommand({
        TableName,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      }),
    );
  }
  dynamoDb.destroy();
};

/**
 * Breaks settings of a stage on purpose, one after the other, and expects verify to report each, and what
 * it reports to end with it.
 */
export const proveReports = async (ministack: MiniStack, stage: DeployedStage): Promise<void> => {
  const { endpoint } = ministack;
  const apiGateway = new APIGatewayClient(clientOptions(endpoint));
  const dynamoDb = new DynamoDBClient(clientOptions(endpoint));
  const { throttle } = STAGES[stage.name];
  const { restApiId } = stage;
  const { items: [authorizer] = [] } = await apiGateway.send(
    new GetAuthorizersCommand({ restApiId }),
  );
  assert.ok(authorizer?.id);
  const authorizerId = authorizer.id;

  const setRate = (rate: number) =>
    apiGateway.send(
      new UpdateStageCommand({
        restApiId,
        stageName: STAGE_NAME,
        patchOperations: [
          { op: 'replace', path: '/*/*/throttling/rateLimit', value: String(rate) },
        ],
      }),
    );
  const setCache = (seconds: number) =>
    apiGateway.send(
      new UpdateAuthorizerCommand({
        restApiId,
        authorizerId,
        patchOperations: [
          { op: 'replace', path: '/authorizerResultTtlInSeconds', value: String(seconds) },
        ],
      }),
    );
  const breakages = {
    'What each method takes from all clients together, unless it writes': (broken: boolean) =>
      setRate(broken ? 7 : throttle.all.rate),
    'How long the authorizer’s answer is kept, and which tokens it is asked about': (
      broken: boolean,
    ) => setCache(broken ? 300 : AUTHORIZER_CACHE_SECONDS),
    'Items expire, or do not: messages, idempotencyKeys': (broken: boolean) =>
      setTimeToLive(dynamoDb, stage.tables.messages, !broken),
    'Somebody is told when an alarm turns on': (broken: boolean) =>
      tellSomebody(ministack, stage, !broken),
  };
  for (const [name, set] of Object.entries(breakages)) {
    await set(true);
    await expectVerified(ministack, stage, [name]);
    await set(false);
  }
  await expectVerified(ministack, stage);
  apiGateway.destroy();
  dynamoDb.destroy();
};
