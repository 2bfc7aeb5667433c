import { type FSWatcher, watch } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const ROOT = join(import.meta.dirname, '../..');

/** The folders that the service is made of. */
const FOLDERS = ['functions', 'infra', 'lib'];

/** How long it waits for an editor that writes several files, in ms. */
const PAUSE_MS = 30;

/** Watches the sources. */
export interface SourceWatch {
  /**
   * From now on calls `changed` with the files that differ since the watch began, by their paths
   * from the project's root, with slashes. One call ends before the next begins.
   */
  readonly begin: (changed: (paths: readonly string[]) => Promise<void>) => void;
  readonly close: () => void;
}

/** Remembers what the sources are now, for a later `begin`. */
export const watchSources = async (): Promise<SourceWatch> => {
  let seen = await readVersions();
  const watchers: FSWatcher[] = [];
  const findChanges = async (): Promise<string[]> => {
    const before = seen;
    seen = await readVersions();
    const all = new Set([...before.keys(), ...seen.keys()]);
    return [...all].filter((path) => before.get(path) !== seen.get(path));
  };
  return {
    begin: (changed) => {
      let isDue = true;
      let isRunning = false;
      const run = async (): Promise<void> => {
        isDue = true;
        if (isRunning) return;
        isRunning = true;
        while (isDue) {
          isDue = false;
          await setTimeout(PAUSE_MS);
          const paths = await findChanges();
          if (paths.length > 0) await changed(paths);
        }
        isRunning = false;
      };
      // Events only say when to look: which they are, and their paths, differs between systems.
      for (const folder of FOLDERS) {
        watchers.push(watch(join(ROOT, folder), { recursive: true }, run));
      }
      run();
    },
    close: () => {
      for (const watcher of watchers) watcher.close();
    },
  };
};

/** Differs for each version of a file, by its path. */
const readVersions = async (): Promise<ReadonlyMap<string, string>> => {
  const listed = FOLDERS.map((folder) =>
    readdir(join(ROOT, folder), { recursive: true, withFileTypes: true }),
  );
  const files = (await Promise.all(listed))
    .flat()
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map(({ parentPath, name }) => join(parentPath, name));
  const versions = files.map(async (file) => {
    // It may be gone by now.
    const found = await stat(file).catch(() => undefined);
    const path = relative(ROOT, file).replaceAll(sep, '/');
    return [path, `${found?.mtimeMs} ${found?.size} ${found?.ino}`] as const;
  });
  return new Map(await Promise.all(versions));
};
