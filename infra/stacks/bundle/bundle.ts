import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { BUNDLE_SETTINGS } from './settings.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** Where each function's bundle is, by the name of its folder in `functions/`. */
export type Bundles = ReadonlyMap<string, string>;

/** The entry point of each function, by the name of its folder in `functions/`. */
export const functionEntries = async (): Promise<ReadonlyMap<string, string>> => {
  const folder = join(ROOT, 'functions');
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return new Map(names.map((name) => [name, join(folder, name, 'handler.ts')]));
};

/**
 * Empties `outdir`, and bundles every function into its own folder there, ready to be zipped.
 * @throws Error with esbuild's messages if a function cannot be bundled
 */
export const bundleFunctions = async (outdir: string): Promise<Bundles> => {
  const entries = await functionEntries();
  await bundle(entries, outdir);
  return new Map([...entries.keys()].map((name) => [name, join(outdir, name)]));
};

/**
 * Empties `outdir`, and bundles each entry point into one file, `index.mjs`, in the folder of its
 * name. One build for all reads the SDK only once and takes a quarter of the time.
 * @returns esbuild's metafile, with paths relative to the project's root
 * @throws Error with esbuild's messages if one cannot be bundled
 */
export const bundle = async (
  entries: ReadonlyMap<string, string>,
  outdir: string,
  settings: BuildOptions = BUNDLE_SETTINGS,
): Promise<Metafile> => {
  // Files of an earlier build would be deployed with this one.
  await rm(outdir, { recursive: true, force: true });
  const { metafile } = await build({
    ...settings,
    absWorkingDir: ROOT,
    entryPoints: Object.fromEntries(
      [...entries].map(([name, entry]) => [`${name}/index`, entry] as const),
    ),
    outdir,
    metafile: true,
  });
  return metafile;
};
