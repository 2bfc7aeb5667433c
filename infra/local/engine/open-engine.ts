import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createDocumentClient } from '../../../lib/storage/document-client.ts';
import type { Engine } from './embedded-dynamodb.ts';

/** The region of engines on this machine, which have only one. */
export const LOCAL_REGION = 'us-east-1';

/** Where an engine is, and what its clients sign with. */
type Address = Pick<Engine, 'accessKeyId' | 'endpoint'>;

/** The settings of an SDK client for an engine. Engines check no signatures, so any secret will do. */
export const clientConfig = ({ endpoint, accessKeyId }: Address) =>
  ({
    endpoint,
    region: LOCAL_REGION,
    credentials: { accessKeyId, secretAccessKey: 'local' },
  }) as const satisfies DynamoDBClientConfig;

/** The DynamoDB client of functions, for an engine on this machine. */
export const localClient = (
  engine: Address,
  config: DynamoDBClientConfig = {},
): DynamoDBDocumentClient => createDocumentClient({ ...config, ...clientConfig(engine) });
