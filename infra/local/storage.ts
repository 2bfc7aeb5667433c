import { existsSync } from 'node:fs';
import { access, constants, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { buildAccountStore } from '../../lib/accounts/account-store.ts';
import type { KeyPrefix } from '../../lib/accounts/api-key.ts';
import { buildFindKey } from '../../lib/accounts/find-key.ts';
import { buildKeyStore } from '../../lib/accounts/key-store.ts';
import { createDocumentClient } from '../../lib/dynamodb.ts';
import { StorageTimeoutError, StorageUnavailableError } from '../../lib/storage-errors.ts';
import { PATIENT } from '../command-line/patient.ts';
import { firstLine, StartupError } from '../command-line/startup-error.ts';
import { tableOutput } from '../stacks/names.ts';
import { region } from './cloudformation/physical-ids.ts';
import type { StackTemplate } from './cloudformation/template.ts';
import { ensureDemoKey } from './demo-key.ts';
import { createTables } from './dynamodb/create-tables.ts';
import { databaseFile } from './dynamodb/data-folder.ts';
import { type Engine, startEmbeddedDynamoDB } from './dynamodb/embedded-dynamodb.ts';
import { writeInFolder } from './write-in-folder.ts';

/**
 * Makes the data folder if it is missing, for its owner alone.
 * @throws StartupError if it cannot be written
 */
export const prepareFolder = (folder: string): Promise<void> =>
  writeInFolder(folder, async () => {
    await makeFolder(folder);
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  });

/** mkdir's own recursion never ends where a parent is there and takes no folders, as in /proc. */
const makeFolder = async (folder: string): Promise<void> => {
  if (existsSync(folder) || dirname(folder) === folder) return;
  await makeFolder(dirname(folder));
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it. (Not by the error's code: jest's own Error is another one than Node's.)
    if (!existsSync(folder)) throw error;
  }
};

/** An engine, and what people know it by: its address, or the file of the embedded one. */
export type OpenedEngine = Engine & { readonly description: string };

/**
 * Opens the engine at an address that AWS_ENDPOINT_URL_DYNAMODB names, or else the embedded one.
 * @throws StartupError if the address is none, or the embedded engine's folder cannot be opened
 */
export const openEngine = async (
  endpoint: string | undefined,
  dataDir: string,
): Promise<OpenedEngine> => {
  if (!endpoint) {
    return { ...(await startEmbeddedDynamoDB(dataDir)), description: databaseFile(dataDir) };
  }
  if (!URL.canParse(endpoint)) {
    throw new StartupError(
      `AWS_ENDPOINT_URL_DYNAMODB is not a URL (${endpoint}): set it to one such as http://127.0.0.1:8000, or unset it.`,
    );
  }
  return { endpoint, accessKeyId: 'local', description: endpoint, close: async () => {} };
};

/** A client of an engine on this machine. None of them checks signatures, so any secret will do. */
export const localClient = (
  { endpoint, accessKeyId }: Omit<Engine, 'close'>,
  config: DynamoDBClientConfig = {},
): DynamoDBDocumentClient =>
  createDocumentClient({
    ...config,
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey: 'local' },
  });

/**
 * Creates what an engine lacks of the stack's tables, and gives the demo key.
 * @throws StartupError if the engine does not answer, or holds what another version made
 */
export const prepareTables = async (
  engine: OpenedEngine,
  template: StackTemplate,
  dataDir: string,
  prefix: KeyPrefix,
): Promise<string> => {
  const client = localClient(engine, PATIENT);
  try {
    await createTables(client, template);
    const apiKeys = template.output(tableOutput('apiKeys'));
    return await ensureDemoKey(dataDir, prefix, {
      accounts: buildAccountStore(client, template.output(tableOutput('accounts'))),
      keys: buildKeyStore(client, apiKeys),
      find: buildFindKey(client, apiKeys),
    });
  } catch (error) {
    if (error instanceof StorageUnavailableError || error instanceof StorageTimeoutError) {
      const reason = firstLine(error.cause);
      throw new StartupError(
        engine.description === engine.endpoint
          ? `DynamoDB does not answer at ${engine.endpoint} (${reason}): start it there, or unset AWS_ENDPOINT_URL_DYNAMODB.`
          : `The tables in ${engine.description} cannot be made (${reason}): check its disk, or choose another folder with --data-dir.`,
      );
    }
    throw error;
  } finally {
    client.destroy();
  }
};
