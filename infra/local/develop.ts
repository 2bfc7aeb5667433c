import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildFailure } from 'esbuild';
import { TemplateError } from 'local-aws';
import { firstLine } from '../command-line/first-line.ts';
import { openFreshSources, SourceError } from './fresh-sources.ts';
import type { LocalService } from './local-service.ts';
import { createSourceBuild, type SourceBundle } from './source-build.ts';
import { markIncomplete } from './synthesize.ts';
import { watchSources } from './watch-sources.ts';

/** The development loop of a running service. */
export interface Development {
  /** Takes changes in from now on, also those since the loop was opened. */
  readonly follow: (service: Pick<LocalService, 'assembly' | 'reload'>) => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Opens the development loop: it takes saved changes of the code into a running service, and says
 * so in one line. A change that does not compile is one line too, and the old code goes on.
 */
export const openDevelopment = async (say: (line: string) => void): Promise<Development> => {
  const sources = await watchSources();
  let closeAll = async () => {};
  return {
    follow: async ({ assembly, reload }) => {
      const build = createSourceBuild(assembly);
      const fresh = await openFreshSources(assembly);
      closeAll = async () => {
        await Promise.all([build.close(), fresh.close()]);
      };
      /** Also what could not be taken in before. */
      const changed = new Set<string>();

      /** Returns what has changed, in words. */
      const takeIn = async (): Promise<string> => {
        const { functions, isStackAffected } = await build.affectedBy(changed);
        if (functions.size === 0 && !isStackAffected) return 'no function is made of it';
        await markIncomplete(assembly);
        const bundles = join(assembly, 'bundles');
        // The stack of a new function needs the folder of its bundle.
        for (const name of functions.keys()) await mkdir(join(bundles, name), { recursive: true });
        if (isStackAffected) await fresh.synthesize();
        for (const [name, bundle] of functions) await writeBundle(bundles, name, bundle);
        return describe(await reload((...facts) => fresh.makeSite(...facts)));
      };

      // What is parsed once is not parsed again.
      await build.affectedBy(changed).catch(() => {});
      sources.begin(async (paths) => {
        const startedAt = performance.now();
        for (const path of paths) changed.add(path);
        const files = [...changed].join(', ');
        try {
          const result = await takeIn();
          changed.clear();
          const ms = Math.round(performance.now() - startedAt);
          say(`Taken in after ${ms} ms: ${files} (${result})`);
        } catch (error) {
          say(`Not taken in, the old code goes on: ${reasonOf(error)}`);
        }
      });
    },
    close: async () => {
      sources.close();
      await closeAll();
    },
  };
};

/** A function that starts meanwhile reads the old file or the new one, and not a part of one. */
const writeBundle = async (bundles: string, name: string, bundle: SourceBundle): Promise<void> => {
  const replace = async (file: string, content: Uint8Array | string) => {
    const made = join(bundles, `${name}.new`);
    await writeFile(made, content);
    await rename(made, file);
  };
  await replace(join(bundles, `${name}.map`), bundle.map);
  await replace(join(bundles, name, 'index.mjs'), bundle.code);
};

const describe = (functions: readonly string[]): string => {
  if (functions.length === 0) return 'no function has changed';
  return functions.length > 3 ? `${functions.length} functions` : functions.join(', ');
};

const reasonOf = (error: unknown): string => {
  if (isBuildFailure(error)) {
    return error.errors
      .map(({ location, text }) =>
        location ? `${location.file}:${location.line}:${location.column + 1}: ${text}` : text,
      )
      .join('; ');
  }
  if (error instanceof SourceError || error instanceof TemplateError) return firstLine(error);
  return error instanceof Error ? String(error.stack) : String(error);
};

const isBuildFailure = (error: unknown): error is BuildFailure =>
  error instanceof Error && 'errors' in error && Array.isArray(error.errors);
