import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';
import { FolderInUseError, lockFolder } from './data-folder.ts';
import { type OpenedEngine, openEngine } from './open-engine.ts';
import { prepareFolder, writeInFolder } from './write-in-folder.ts';

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
  const engine = await openWhenFree(endpoint, dataDir, (_published, inUse) => {
    throw inUse;
  });
  if (endpoint) return engine;
  await publish(dataDir, engine);
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
export const joinEngine = (dataDir: string, endpoint?: string): Promise<OpenedEngine> =>
  openWhenFree(endpoint, dataDir, (published) => ({
    ...published,
    description: published.endpoint,
    close: async () => {},
  }));

/** Tries until the folder is free, or its server has published an engine. */
const openWhenFree = async (
  endpoint: string | undefined,
  dataDir: string,
  whenPublished: (published: Published, inUse: FolderInUseError) => OpenedEngine,
): Promise<OpenedEngine> => {
  await prepareFolder(dataDir);
  const deadline = Date.now() + TIMEOUT_MS;
  for (;;) {
    try {
      // This finds a folder in use within a millisecond; starting an engine's process takes a tenth
      // of a second.
      if (!endpoint) lockFolder(dataDir).close();
      const engine = await openEngine(endpoint, dataDir);
      // A killed server leaves its file.
      if (!endpoint) await withdraw(dataDir);
      return engine;
    } catch (error) {
      if (!(error instanceof FolderInUseError)) throw error;
      const published = await readPublished(dataDir);
      if (published !== undefined) return whenPublished(published, error);
      if (Date.now() > deadline) throw error;
      await setTimeout(100);
    }
  }
};

const published = z.object({ endpoint: z.string(), accessKeyId: z.string() });
type Published = z.infer<typeof published>;

const publishedFile = (dataDir: string): string => join(dataDir, 'engine.json');

/** Only the owner may read the file: its content opens all tables. */
const publish = (dataDir: string, { endpoint, accessKeyId }: Published): Promise<void> =>
  writeInFolder(dataDir, async () => {
    const temporary = `${publishedFile(dataDir)}.${process.pid}`;
    await writeFile(temporary, JSON.stringify({ endpoint, accessKeyId }), { mode: 0o600 });
    await rename(temporary, publishedFile(dataDir));
  });

const withdraw = (dataDir: string): Promise<void> =>
  writeInFolder(dataDir, () => rm(publishedFile(dataDir), { force: true }));

const readPublished = async (dataDir: string): Promise<Published | undefined> => {
  try {
    const engine = published.parse(JSON.parse(await readFile(publishedFile(dataDir), 'utf8')));
    const health = await fetch(engine.endpoint, {
      headers: { Authorization: `Credential=${engine.accessKeyId}/` },
      signal: AbortSignal.timeout(1000),
    });
    return (await health.text()).startsWith('healthy: dynamodb') ? engine : undefined;
  } catch {
    return undefined;
  }
};
