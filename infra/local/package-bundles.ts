import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { BUNDLE_SETTINGS } from '../stacks/bundle/settings.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Where a bundle, in the folder of its function, imports packages from. */
const FOLDER = '../../packages/';

/** Bundles of packages that the functions of `npm run dev` share. */
export interface PackageBundles {
  /** Leaves packages out of a build. One that is not installed is an error at its import. */
  readonly plugin: Plugin;
  /**
   * Makes the bundles of packages, if one is missing.
   * @param imported paths that the build's outputs import; others than packages are passed over
   */
  readonly make: (imported: Iterable<string>) => Promise<void>;
}

/**
 * Bundles packages once, as a build that links them for each function takes seconds for all of them.
 * @param assembly has the functions' bundles
 */
export const createPackageBundles = (assembly: string): PackageBundles => {
  /** The name of each package in an import, by the path that it gets. */
  const names = new Map<string, string>();
  let made: ReadonlySet<string> = new Set();
  return {
    plugin: {
      name: 'shared-packages',
      setup: ({ onResolve, resolve }) => {
        const isOwn = {};
        onResolve({ filter: /^[^./]/ }, async ({ path: name, kind, resolveDir, pluginData }) => {
          if (kind === 'entry-point' || pluginData === isOwn || name.startsWith('node:')) {
            return undefined;
          }
          const path = `${FOLDER}${fileOf(name)}.mjs`;
          if (!names.has(path)) {
            const { errors } = await resolve(name, { kind, resolveDir, pluginData: isOwn });
            if (errors.length > 0) return { errors };
            names.set(path, name);
          }
          return { path, external: true };
        });
      },
    },
    make: async (imported) => {
      const wanted = [...imported].filter((path) => names.has(path));
      if (wanted.every((path) => made.has(path))) return;
      const all = new Set([...made, ...wanted]);
      const outdir = join(assembly, 'packages');
      // A function that is loaded does not need the files.
      await rm(outdir, { recursive: true, force: true });
      await build({
        ...BUNDLE_SETTINGS,
        absWorkingDir: ROOT,
        entryPoints: Object.fromEntries(
          [...all].map((path) => [fileOf(names.get(path) ?? ''), names.get(path) ?? '']),
        ),
        outdir,
        splitting: true,
      });
      made = all;
    },
  };
};

/** A name without slashes, such as `zod+mini`. */
const fileOf = (name: string): string => name.replaceAll('/', '+');
