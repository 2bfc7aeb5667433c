import { join } from 'node:path';
import { type BuildContext, context } from 'esbuild';
import { functionEntries } from '../stacks/bundle/bundle.ts';

const ROOT = join(import.meta.dirname, '../..');

/** What is made of the sources besides functions. No function has this name. */
const APP = '.app';

/** What must be made again because files have changed. */
export interface Affected {
  /** The entry point of each function to bundle, by the name of its folder. */
  readonly functions: ReadonlyMap<string, string>;
  /** Whether the stack must be synthesized. */
  readonly isStackAffected: boolean;
}

/** Knows which sources each function, and the stack, are made of. */
export interface SourceGraph {
  /**
   * Parses what has changed.
   * @param changed paths from the project's root, with slashes
   * @throws esbuild's BuildFailure if a file cannot be parsed, or imports what is not there
   */
  readonly affectedBy: (changed: ReadonlySet<string>) => Promise<Affected>;
  readonly close: () => Promise<void>;
}

/** Creates the graph of all functions, and of the module that synthesizes the stack. */
export const createSourceGraph = (): SourceGraph => {
  let current: { readonly names: string; readonly build: BuildContext } | undefined;

  /** A build has fixed entry points, and folders of functions may come and go. */
  const buildOf = async (entries: ReadonlyMap<string, string>): Promise<BuildContext> => {
    const names = [...entries.keys()].join();
    if (current?.names !== names) {
      await current?.build.dispose();
      current = { names, build: await createBuild(entries) };
    }
    return current.build;
  };

  return {
    affectedBy: async (changed) => {
      const entries = await functionEntries();
      const { metafile } = await (await buildOf(entries)).rebuild();
      const affected = new Set(
        Object.entries(metafile?.outputs ?? {})
          .filter(([, { inputs }]) => Object.keys(inputs).some((path) => changed.has(path)))
          .map(([path]) => path.replace(/\.js$/, '')),
      );
      return {
        functions: new Map([...entries].filter(([name]) => affected.has(name))),
        isStackAffected: affected.has(APP),
      };
    },
    close: async () => current?.build.dispose(),
  };
};

/** Packages do not change, so they are not read: that takes a tenth of the time. */
const createBuild = (entries: ReadonlyMap<string, string>): Promise<BuildContext> =>
  context({
    absWorkingDir: ROOT,
    entryPoints: { ...Object.fromEntries(entries), [APP]: join(import.meta.dirname, 'fresh.ts') },
    outdir: ROOT,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
    write: false,
    metafile: true,
  });
