import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll } from '@jest/globals';
import { createDocumentClient } from '../../lib/storage/document-client.ts';
import { PATIENT, type TestEngine } from './engine.ts';
import { type FaultyEngine, startFaultyEngine } from './faulty-engine.ts';

/** A client like that of functions, for an engine with faults. A busy machine must not add one: its time limits are long. */
export const faultyClient = async (
  { client }: TestEngine,
  { endpoint }: Pick<FaultyEngine, 'endpoint'>,
): Promise<DynamoDBDocumentClient> =>
  createDocumentClient({
    endpoint,
    region: 'us-east-1',
    credentials: await client.config.credentials(),
    requestHandler: PATIENT,
  });

/** Starts an engine with faults and its client for one test file, until its last test has ended. */
export const openFaulty = async (real: TestEngine) => {
  const faulty = await startFaultyEngine(real.endpoint);
  const client = await faultyClient(real, faulty);
  afterAll(() => {
    client.destroy();
    faulty.close();
  });
  return { client, fail: faulty.fail, choose: faulty.choose };
};
