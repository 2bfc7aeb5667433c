import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { startEmbeddedDynamoDB } from '../../infra/local/engine/embedded-dynamodb.ts';
import { createTables, localTableName } from '../../infra/local/engine/tables.ts';
import { createDocumentClient } from '../../lib/storage/document-client.ts';
import { nameTables, type Tables } from './table-names.ts';

/** A real DynamoDB engine with the empty tables of a stage. */
export interface TestEngine {
  readonly client: DynamoDBDocumentClient;
  readonly endpoint: string;
  readonly tables: Tables;
  readonly close: () => Promise<void>;
}

/** Time limits that a busy machine keeps. Tests of time limits make their own client. */
export const PATIENT = { connectionTimeout: 20_000, requestTimeout: 20_000 };

/**
 * Opens an embedded engine on a new folder, or the engine that AWS_ENDPOINT_URL_DYNAMODB names,
 * with the functions' client. DynamoDB Local keeps a database for each access key, so every caller
 * has its own key there. The embedded engine takes `local`, which a local server uses for an engine
 * that it did not start.
 */
export const openEngine = async (): Promise<TestEngine> => {
  const external = process.env['AWS_ENDPOINT_URL_DYNAMODB'];
  const engine = external
    ? { endpoint: external, accessKeyId: randomBytes(8).toString('hex'), close: async () => {} }
    : await startEmbeddedDynamoDB(await mkdtemp(join(tmpdir(), 'dynamodb-')), 'local');
  const client = createDocumentClient({
    endpoint: engine.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: engine.accessKeyId, secretAccessKey: 'local' },
    requestHandler: PATIENT,
  });
  await createTables({ ...engine, description: engine.endpoint });
  return {
    client,
    endpoint: engine.endpoint,
    tables: nameTables(localTableName),
    close: async () => {
      client.destroy();
      await engine.close();
    },
  };
};
