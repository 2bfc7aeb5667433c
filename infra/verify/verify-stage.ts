import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreams } from '@aws-sdk/client-dynamodb-streams';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { SNSClient } from '@aws-sdk/client-sns';
import { openDeployedStage } from '../operator/stage/deployed-stage.ts';
import { ALARM_TOPIC_OUTPUT, baseUrlOutput } from '../stacks/names.ts';
import type { Stage } from '../stacks/stages.ts';
import { type Fact, type Finding, lookAt } from './facts/fact.ts';
import { FACTS } from './facts/gateway.ts';
import { ALARM_SUBSCRIBER, MAPPING_FACTS, STREAM_FACT } from './facts/stage.ts';

/**
 * Checks a deployed stage, and what the service assumes about AWS. It writes nothing.
 * @param apiKey a key of the stage. Without one, no request is sent
 * @param given the base address of the pets. @default the output of the stack
 * @throws the errors of the AWS SDK
 */
export const verifyStage = async (
  name: Stage,
  apiKey: string | undefined,
  given: string | undefined,
): Promise<readonly Finding[]> => {
  const { table, output, close } = await openDeployedStage(name);
  const [dynamoDb, streams] = [new DynamoDBClient(), new DynamoDBStreams()];
  const [lambda, sns, topic] = [new LambdaClient(), new SNSClient(), output(ALARM_TOPIC_OUTPUT)];
  const findings: Finding[] = [];
  const lookAtAll = async <Where>(facts: readonly Fact<Where>[], where: Where): Promise<void> => {
    for (const fact of facts) findings.push(await lookAt(fact, where));
  };
  try {
    await lookAtAll([ALARM_SUBSCRIBER], { sns, topic });
    await lookAtAll(MAPPING_FACTS, { dynamoDb, lambda, table });
    if (!apiKey) return findings;
    const baseUrl = given ?? output(baseUrlOutput('pets'));
    console.error('Checking facts about AWS takes some seconds.');
    await lookAtAll(FACTS, { baseUrl, apiKey });
    await lookAtAll([STREAM_FACT], { dynamoDb, streams, table });
    return findings;
  } finally {
    await close();
  }
};
