import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { clientConfig, type OpenedEngine } from 'local-aws';
import { createDocumentClient } from '../../lib/dynamodb.ts';

/** The DynamoDB client of functions, for an engine on this machine. */
export const localClient = (
  engine: Pick<OpenedEngine, 'accessKeyId' | 'endpoint'>,
  config: DynamoDBClientConfig = {},
): DynamoDBDocumentClient => createDocumentClient({ ...config, ...clientConfig(engine) });
