import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createDocumentClient } from '../../lib/storage/document-client.ts';
import { PATIENT, type TestEngine } from './engine.ts';
import type { FaultyEngine } from './faulty-engine.ts';

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
