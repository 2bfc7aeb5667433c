import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';
import { StartupError } from '../../command-line/startup-error.ts';
import {
  databaseFile,
  FolderInUseError,
  inFolder,
  lockFolder,
  prepareFolder,
  writeSecret,
} from './data-folder.ts';
import { startEmbeddedDynamoDB } from './embedded-dynamodb.ts';
import type { OpenedEngine } from './open-engine.ts';

/** How long to wait for a data folder. A server publishes its engine sooner, and commands end sooner. */
const TIMEOUT_MS = 5000;

/**
 * Opens a data folder's engine. While it is open, other processes of this user find its address in
 * a file, because only one process can open the folder.
 * @param dataDir absolute; it is made if it is missing
 * @param endpoint the address of an engine to use instead of the embedded one
 * @throws StartupError if the folder is in use or cannot be written, its data is damaged, or the
 * address is not a URL
 */
export const hostEngine = async (dataDir: string, endpoint?: string): Promise<OpenedEngine> => {
  await prepareFolder(dataDir);
  if (endpoint) return engineAt(endpoint);
  const engine = await openWhenFree(dataDir, 'host');
  const { endpoint: address, accessKeyId } = engine;
  // Only the owner may read the file: its content opens all tables.
  await writeSecret(publishedFile(dataDir), JSON.stringify({ endpoint: address, accessKeyId }));
  return {
    ...engine,
    close: async () => {
      await withdraw(dataDir);
      await engine.close();
    },
  };
};

/**
 * Opens a data folder's engine, or connects to that of the server that has the folder open.
 * @throws StartupError if `hostEngine` would
 */
export const joinEngine = async (dataDir: string, endpoint?: string): Promise<OpenedEngine> => {
  await prepareFolder(dataDir);
  return endpoint ? engineAt(endpoint) : openWhenFree(dataDir, 'join');
};

const engineAt = (endpoint: string): OpenedEngine => {
  if (URL.canParse(endpoint)) return connected({ endpoint, accessKeyId: 'local' });
  throw new StartupError(
    `AWS_ENDPOINT_URL_DYNAMODB is not a URL (${endpoint}): set it to one such as http://127.0.0.1:8000, or unset it.`,
  );
};

/** Tries until the folder is free, or its server has published an engine. */
const openWhenFree = async (dataDir: string, role: 'host' | 'join'): Promise<OpenedEngine> => {
  const deadline = Date.now() + TIMEOUT_MS;
  for (;;) {
    try {
      // This finds a folder in use within a millisecond; starting an engine's process takes a tenth
      // of a second.
      lockFolder(dataDir).close();
      const engine = await startEmbeddedDynamoDB(dataDir);
      // A killed server leaves its file.
      await withdraw(dataDir);
      return { ...engine, description: databaseFile(dataDir) };
    } catch (error) {
      if (!(error instanceof FolderInUseError)) throw error;
      const published = await readPublished(dataDir);
      if (published && role === 'join') return connected(published);
      if (published || Date.now() > deadline) throw error;
      await setTimeout(100);
    }
  }
};

const Published = z.object({ endpoint: z.string(), accessKeyId: z.string() });
type Published = z.infer<typeof Published>;

/** An engine that another process runs. */
const connected = (engine: Published): OpenedEngine => ({
  ...engine,
  description: engine.endpoint,
  close: async () => {},
});

const publishedFile = (dataDir: string): string => join(dataDir, 'engine.json');

const withdraw = (dataDir: string): Promise<void> =>
  inFolder(dataDir, () => rm(publishedFile(dataDir), { force: true }));

const readPublished = async (dataDir: string): Promise<Published | undefined> => {
  try {
    const engine = Published.parse(JSON.parse(await readFile(publishedFile(dataDir), 'utf8')));
    const health = await fetch(engine.endpoint, {
      headers: { Authorization: `Credential=${engine.accessKeyId}/` },
      signal: AbortSignal.timeout(1000),
    });
    return (await health.text()).startsWith('healthy: dynamodb') ? engine : undefined;
  } catch {
    return undefined;
  }
};
