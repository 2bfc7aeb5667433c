import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { SNSClient } from '@aws-sdk/client-sns';
import { openDeployedStage } from '../operator/deployed-stage.ts';
import { ALARM_TOPIC_OUTPUT, baseUrlOutput } from '../stacks/names.ts';
import type { Stage } from '../stacks/stages.ts';
import { ALARM_SUBSCRIBER } from './alarm-subscriber.ts';
import { findDrift } from './drift.ts';
import { type Finding, lookAt } from './facts/fact.ts';
import { FACTS } from './facts/gateway.ts';
import { MAPPING_FACTS, STREAM_FACT } from './facts/streams.ts';

export interface VerifyOptions {
  readonly stage: Stage;
  /** A key of the stage. Without one, no request is sent. */
  readonly apiKey: string | undefined;
  /** The base address of the pets. @default the output of the stack */
  readonly baseUrl?: string;
  /** Ends the run after the check that is under way. */
  readonly signal: AbortSignal;
  /** Runs one step and reports it. */
  readonly step: <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;
}

/**
 * Compares a deployed stage with its template, and with what the service assumes about AWS. It
 * writes nothing.
 * @throws the errors of the AWS SDK, and of the signal
 */
export const verifyStage = async (options: VerifyOptions): Promise<readonly Finding[]> => {
  const { apiKey, signal, step } = options;
  const { cloudFormation, stackName, output, table, close } = await openDeployedStage(
    options.stage,
  );
  try {
    const topic = output(ALARM_TOPIC_OUTPUT);
    const findings = [await lookAt(ALARM_SUBSCRIBER, { sns: new SNSClient(), topic })];
    const dynamoDb = new DynamoDBClient();
    for (const fact of MAPPING_FACTS) {
      findings.push(await lookAt(fact, { dynamoDb, lambda: new LambdaClient(), table }));
    }
    const drift = () => findDrift(cloudFormation, stackName, signal);
    findings.push(...(await step('Compare with the template', drift)));
    if (!apiKey) return findings;
    const baseUrl = options.baseUrl ?? output(baseUrlOutput('pets'));
    await step('Check facts about AWS', async () => {
      for (const fact of FACTS) {
        signal.throwIfAborted();
        findings.push(await lookAt(fact, { baseUrl, apiKey }));
      }
      const streams = new DynamoDBStreamsClient();
      findings.push(await lookAt(STREAM_FACT, { dynamoDb, streams, table: table('pets') }));
    });
    return findings;
  } finally {
    await close();
  }
};
