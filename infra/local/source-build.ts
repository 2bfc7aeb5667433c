import { join } from 'node:path';
import { context, type Plugin } from 'esbuild';
import { functionEntries, sourceMapFromRoot } from '../stacks/bundle/bundle.ts';
import { BUNDLE_SETTINGS } from '../stacks/bundle/settings.ts';
import { createPackageBundles } from './package-bundles.ts';

const ROOT = join(import.meta.dirname, '../..');

/** What is made of the sources besides functions. No function has this name. */
const APP = '.app';

/** The bundle of one function. */
export interface SourceBundle {
  readonly code: Uint8Array;
  /** Its source map. */
  readonly map: string;
}

/** What must be made again because files have changed. */
export interface Affected {
  /** The new bundle of each function, by the name of its folder. */
  readonly functions: ReadonlyMap<string, SourceBundle>;
  /** Whether the stack must be synthesized. */
  readonly isStackAffected: boolean;
}

/** Knows which sources each function, and the stack, are made of, and bundles functions. */
export interface SourceBuild {
  /**
   * Parses what has changed, and bundles.
   * @param changed paths from the project's root, with slashes
   * @throws esbuild's BuildFailure if a file cannot be parsed, or imports what is not there
   */
  readonly affectedBy: (changed: ReadonlySet<string>) => Promise<Affected>;
  readonly close: () => Promise<void>;
}

/**
 * Creates the build of all functions, and of the module that synthesizes the stack. What it bundles
 * imports packages from a folder of the assembly.
 * @param assembly has the functions' bundles
 */
export const createSourceBuild = (assembly: string): SourceBuild => {
  const packages = createPackageBundles(assembly);
  let current: { readonly names: string; readonly build: OpenBuild } | undefined;

  /** A build has fixed entry points, and folders of functions may come and go. */
  const buildOf = async (entries: ReadonlyMap<string, string>): Promise<OpenBuild> => {
    const names = [...entries.keys()].join();
    if (current?.names === names) return current.build;
    await current?.build.dispose();
    const build = await openBuild(entries, packages.plugin);
    current = { names, build };
    return build;
  };

  return {
    affectedBy: async (changed) => {
      const entries = await functionEntries();
      const { metafile, outputFiles } = await (await buildOf(entries)).rebuild();
      const outputs = new Map(Object.entries(metafile.outputs));
      const files = new Map(outputFiles.map((file) => [file.path, file]));
      const isAffected = (name: string) =>
        Object.keys(outputs.get(`${name}/index.mjs`)?.inputs ?? {}).some((path) =>
          changed.has(path),
        );
      const functions = new Map<string, SourceBundle>();
      const imports = new Set<string>();
      for (const name of entries.keys()) {
        for (const { path } of outputs.get(`${name}/index.mjs`)?.imports ?? []) imports.add(path);
        if (!isAffected(name)) continue;
        const code = files.get(join(ROOT, name, 'index.mjs'))?.contents ?? new Uint8Array();
        const map = files.get(join(ROOT, name, 'index.mjs.map'))?.text ?? '';
        functions.set(name, { code, map: sourceMapFromRoot(map, join(ROOT, name)) });
      }
      await packages.make(imports);
      return { functions, isStackAffected: isAffected(APP) };
    },
    close: async () => current?.build.dispose(),
  };
};

type OpenBuild = Awaited<ReturnType<typeof openBuild>>;

/** Bundles are not minified, as that takes longer than it saves. */
const openBuild = (entries: ReadonlyMap<string, string>, packages: Plugin) =>
  context({
    ...BUNDLE_SETTINGS,
    minify: false,
    plugins: [...BUNDLE_SETTINGS.plugins, packages],
    absWorkingDir: ROOT,
    entryPoints: Object.fromEntries(
      [...entries, [APP, join(import.meta.dirname, 'fresh.ts')] as const].map(
        ([name, entry]) => [`${name}/index`, entry] as const,
      ),
    ),
    outdir: ROOT,
    write: false,
    metafile: true,
    sourcemap: 'external',
    sourcesContent: false,
  });
