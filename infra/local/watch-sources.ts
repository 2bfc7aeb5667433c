import { type Dirent, type FSWatcher, watch } from 'node:fs';
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
  let seen = (await readSources()).versions;
  const watchers = new Map<string, FSWatcher>();
  let isClosed = false;
  return {
    begin: (changed) => {
      let isDue = true;
      let isRunning = false;
      const run = async (): Promise<void> => {
        isDue = true;
        if (isRunning) return;
        isRunning = true;
        while (isDue && !isClosed) {
          isDue = false;
          await setTimeout(PAUSE_MS);
          try {
            const { folders, versions } = await readSources();
            watchFolders(folders);
            const paths = differences(seen, versions);
            seen = versions;
            if (paths.length > 0) await changed(paths);
          } catch (error) {
            // A folder went while it was read.
            if (!isMissing(error)) throw error;
            isDue = true;
          }
        }
        isRunning = false;
      };
      // Each folder, as Node's recursive watch loses a file on Linux once another one took its place. Events only say
      // when to look: which they are, and their paths, differs between systems.
      const watchFolders = (folders: ReadonlyMap<string, string>): void => {
        for (const [id, watcher] of watchers) {
          if (folders.has(id)) continue;
          watchers.delete(id);
          watcher.close();
        }
        for (const [id, folder] of folders) {
          if (watchers.has(id)) continue;
          const watcher = watch(folder, run).on('error', () => {
            watchers.delete(id);
            run();
          });
          watchers.set(id, watcher);
          // A file may have been written to it before.
          isDue = true;
        }
      };
      run();
    },
    close: () => {
      isClosed = true;
      for (const watcher of watchers.values()) watcher.close();
    },
  };
};

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

const differences = (
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter(
    (path) => before.get(path) !== after.get(path),
  );

/** The paths of all folders by their ids, and for each file, by its path, a text that differs for each version of it. */
const readSources = async () => {
  const roots = FOLDERS.map((folder) => join(ROOT, folder));
  const listed = roots.map((root) => readdir(root, { recursive: true, withFileTypes: true }));
  const entries = (await Promise.all(listed)).flat();
  const pathOf = ({ parentPath, name }: Dirent): string => join(parentPath, name);
  const folders = entries.filter((entry) => entry.isDirectory()).map(pathOf);
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.ts')).map(pathOf);
  // It may be gone by now.
  const statOf = (path: string) => stat(path).catch(() => undefined);
  return {
    folders: new Map(
      await Promise.all(
        [...roots, ...folders].map(async (path) => {
          // Another folder may have the path, and on Linux the number, of one that is gone.
          const found = await statOf(path);
          return [`${found?.ino} ${found?.birthtimeMs} ${path}`, path] as const;
        }),
      ),
    ),
    versions: new Map(
      await Promise.all(
        files.map(async (file) => {
          const found = await statOf(file);
          const path = relative(ROOT, file).replaceAll(sep, '/');
          return [path, `${found?.mtimeMs} ${found?.size} ${found?.ino}`] as const;
        }),
      ),
    ),
  };
};
