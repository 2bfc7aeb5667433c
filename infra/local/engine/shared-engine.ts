import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import { createDocumentClient } from '../../../lib/storage/document-client.ts';
import { COMMAND_TIMEOUTS } from '../../command-line/command-timeouts.ts';
import { StartupError } from '../../command-line/errors.ts';
import { FolderInUseError, inFolder, lockFolder, writeSecret } from './data-folder.ts';
import { type Engine, startEmbeddedDynamoDB } from './embedded-dynamodb.ts';

/** How long to wait for a data folder. A server publishes its engine sooner, and commands end sooner. */
const TIMEOUT_MS = 5000;

/**
 * Opens a data folder's engine. While its `host` has it open, other processes of this user find its address in a file and
 * `join` it, because only one process can open the folder. It waits until the folder is free, or its host has published an engine.
 * @param dataDir absolute; it is made if it is missing
 * @param external the address of an engine to use instead of the embedded one
 * @throws StartupError if the folder is in use or cannot be written, its data is damaged, or the
 * address is not a URL
 */
export const openFolderEngine = async (
  role: 'host' | 'join',
  dataDir: string,
  external?: string,
): Promise<Engine> => {
  // Readable by its owner only.
  await inFolder(dataDir, () => mkdir(dataDir, { recursive: true, mode: 0o700 }));
  if (external) return engineAt(external);
  const deadline = Date.now() + TIMEOUT_MS;
  for (;;) {
    try {
      // It takes a millisecond, and to start an engine's process a tenth of a second.
      lockFolder(dataDir).close();
      const engine = await startEmbeddedDynamoDB(dataDir);
      const file = publishedFile(dataDir);
      // Only the owner may read the file: its content opens all tables.
      if (role === 'host') await writeSecret(file, JSON.stringify(Address.parse(engine)));
      // The last server left its file.
      else await inFolder(dataDir, () => rm(file, { force: true }));
      return engine;
    } catch (error) {
      if (!(error instanceof FolderInUseError)) throw error;
      const published = await readPublished(dataDir);
      if (published && role === 'join') return published;
      if (published || Date.now() > deadline) throw error;
      await setTimeout(100);
    }
  }
};

const engineAt = (endpoint: string): Engine => {
  if (URL.canParse(endpoint)) return connected({ endpoint, accessKeyId: 'local' });
  throw new StartupError(
    `AWS_ENDPOINT_URL_DYNAMODB is not a URL (${endpoint}): set it to one such as http://127.0.0.1:8000, or unset it.`,
  );
};

/** Where an engine is, and what its clients sign with: the content of the file. */
const Address = z.object({ endpoint: z.string(), accessKeyId: z.string() });
type Address = z.infer<typeof Address>;

/** An engine that another process runs. */
export const connected = (engine: Address): Engine => ({
  ...engine,
  description: engine.endpoint,
  close: async () => {},
});

const publishedFile = (dataDir: string): string => join(dataDir, 'engine.json');

const readPublished = async (dataDir: string): Promise<Engine | undefined> => {
  try {
    const engine = Address.parse(JSON.parse(await readFile(publishedFile(dataDir), 'utf8')));
    const health = await fetch(engine.endpoint, {
      headers: { Authorization: `Credential=${engine.accessKeyId}/` },
      signal: AbortSignal.timeout(1000),
    });
    return (await health.text()).startsWith('healthy: dynamodb') ? connected(engine) : undefined;
  } catch {
    return undefined;
  }
};

/** The region of engines on this machine, which have only one. */
export const LOCAL_REGION = 'us-east-1';

/** The settings of an SDK client for an engine. Engines check no signatures, so any secret will do. */
export const clientConfig = ({ endpoint, accessKeyId }: Address) => {
  const credentials = { accessKeyId, secretAccessKey: 'local' };
  return { endpoint, region: LOCAL_REGION, credentials, ...COMMAND_TIMEOUTS };
};

/** A document client for an engine on this machine, with the time limits of commands. */
export const localClient = (engine: Address, config: DynamoDBClientConfig = {}) =>
  createDocumentClient({ ...clientConfig(engine), ...config });
