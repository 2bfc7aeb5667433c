import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openEngine } from '../storage.ts';
import { type Engine, FolderInUseError } from './embedded-dynamodb.ts';

/** Where a running server says how to reach its engine: only one process can open a database. */
const endpointFile = (dataDir: string): string => join(dataDir, 'dynamodb-endpoint');

/** Tells other processes of this machine where the engine of a data folder is. */
export const publishEndpoint = (dataDir: string, { endpoint }: Engine): Promise<void> =>
  writeFile(endpointFile(dataDir), `${endpoint}\n`);

/** Takes it back, before the engine ends. */
export const withdrawEndpoint = (dataDir: string): Promise<void> =>
  rm(endpointFile(dataDir), { force: true });

/** Milliseconds to wait for a data folder that is held by neither a server nor for long. */
const PATIENCE = 5000;

/**
 * Opens a data folder's engine, or joins the one of the server that holds the folder.
 * @throws StartupError as `openEngine` does, or if the folder stays in use by something else
 */
export const joinEngine = async (
  endpoint: string | undefined,
  dataDir: string,
): Promise<Engine> => {
  const deadline = Date.now() + PATIENCE;
  for (;;) {
    try {
      return await openEngine(endpoint, dataDir);
    } catch (error) {
      if (!(error instanceof FolderInUseError)) throw error;
      const published = await readPublished(dataDir);
      if (published !== undefined) return { endpoint: published, close: async () => {} };
      if (Date.now() > deadline) throw error;
      await setTimeout(100);
    }
  }
};

/** The published address, if a DynamoDB engine answers there: a killed server leaves its file. */
const readPublished = async (dataDir: string): Promise<string | undefined> => {
  try {
    const endpoint = (await readFile(endpointFile(dataDir), 'utf8')).trim();
    const health = await fetch(endpoint, { signal: AbortSignal.timeout(1000) });
    return (await health.text()).startsWith('healthy: dynamodb') ? endpoint : undefined;
  } catch {
    return undefined;
  }
};
