import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createDocumentClient } from '../../../lib/storage/document-client.ts';
import { StartupError } from '../startup-error.ts';
import { databaseFile } from './data-folder.ts';
import { type Engine, startEmbeddedDynamoDB } from './embedded-dynamodb.ts';

/** An engine with its description for messages: its address, or the file of the embedded one. */
export type OpenedEngine = Engine & { readonly description: string };

/** The region of engines on this machine, which have only one. */
export const LOCAL_REGION = 'us-east-1';

/**
 * Opens the engine at an address that AWS_ENDPOINT_URL_DYNAMODB names, or else the embedded one.
 * @throws StartupError if the address is not a URL, or the embedded engine's folder cannot be opened
 */
export const openEngine = async (
  endpoint: string | undefined,
  dataDir: string,
): Promise<OpenedEngine> => {
  if (!endpoint) {
    const engine = await startEmbeddedDynamoDB(dataDir);
    return { ...engine, description: databaseFile(dataDir) };
  }
  if (!URL.canParse(endpoint)) {
    throw new StartupError(
      `AWS_ENDPOINT_URL_DYNAMODB is not a URL (${endpoint}): set it to one such as http://127.0.0.1:8000, or unset it.`,
    );
  }
  return { endpoint, accessKeyId: 'local', description: endpoint, close: async () => {} };
};

/** The settings of an SDK client for an engine. Engines check no signatures, so any secret will do. */
export const clientConfig = ({ endpoint, accessKeyId }: Omit<Engine, 'close'>) =>
  ({
    endpoint,
    region: LOCAL_REGION,
    credentials: { accessKeyId, secretAccessKey: 'local' },
  }) as const satisfies DynamoDBClientConfig;

/** The DynamoDB client of functions, for an engine on this machine. */
export const localClient = (
  engine: Omit<Engine, 'close'>,
  config: DynamoDBClientConfig = {},
): DynamoDBDocumentClient => createDocumentClient({ ...config, ...clientConfig(engine) });
