import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openEngine } from '../storage.ts';
import { FolderInUseError } from './embedded-dynamodb.ts';

type OpenedEngine = Awaited<ReturnType<typeof openEngine>>;

/** Milliseconds to wait for a data folder: a server publishes its engine, and commands end, sooner. */
const PATIENCE = 5000;

/**
 * Opens a data folder's engine, and tells other processes of this machine where it is for as long
 * as it is open: only one of them can open a database.
 * @throws StartupError as `openEngine` does
 */
export const hostEngine = async (
  endpoint: string | undefined,
  dataDir: string,
): Promise<OpenedEngine> => {
  const engine = await openWhenFree(endpoint, dataDir, async () => undefined);
  if (endpoint) return engine;
  await writeFile(endpointFile(dataDir), `${engine.endpoint}\n`);
  return {
    ...engine,
    close: async () => {
      await withdraw(dataDir);
      await engine.close();
    },
  };
};

/**
 * Opens a data folder's engine, or joins the one of the server that holds the folder.
 * @throws StartupError as `openEngine` does
 */
export const joinEngine = (endpoint: string | undefined, dataDir: string): Promise<OpenedEngine> =>
  openWhenFree(endpoint, dataDir, async () => {
    const published = await readPublished(dataDir);
    return published === undefined
      ? undefined
      : { endpoint: published, description: published, close: async () => {} };
  });

/** Tries until the folder is free, or there is something to do `instead`. */
const openWhenFree = async (
  endpoint: string | undefined,
  dataDir: string,
  instead: () => Promise<OpenedEngine | undefined>,
): Promise<OpenedEngine> => {
  const deadline = Date.now() + PATIENCE;
  for (;;) {
    try {
      const engine = await openEngine(endpoint, dataDir);
      // A server that was killed leaves its file, and its port may be another one's by now.
      if (!endpoint) await withdraw(dataDir);
      return engine;
    } catch (error) {
      if (!(error instanceof FolderInUseError)) throw error;
      const other = await instead();
      if (other !== undefined) return other;
      if (Date.now() > deadline) throw error;
      await setTimeout(100);
    }
  }
};

const endpointFile = (dataDir: string): string => join(dataDir, 'dynamodb-endpoint');

const withdraw = (dataDir: string): Promise<void> => rm(endpointFile(dataDir), { force: true });

const readPublished = async (dataDir: string): Promise<string | undefined> => {
  try {
    const endpoint = (await readFile(endpointFile(dataDir), 'utf8')).trim();
    const health = await fetch(endpoint, { signal: AbortSignal.timeout(1000) });
    return (await health.text()).startsWith('healthy: dynamodb') ? endpoint : undefined;
  } catch {
    return undefined;
  }
};
