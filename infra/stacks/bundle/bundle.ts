import { globSync } from 'node:fs';
import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { BUNDLE_SETTINGS } from './settings.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** The entry point of each function, by the name of its folder in `functions/`. */
export const functionEntries = (): ReadonlyMap<string, string> => {
  const entries = globSync('functions/*/handler.ts', { cwd: ROOT }).sort();
  return new Map(entries.map((entry) => [basename(dirname(entry)), entry]));
};

/**
 * Empties `outdir`, and bundles each entry point into one file, `index.mjs`, in the folder of its
 * name, ready to be zipped. Its source map is next to the folder, `<name>.map`, so it is not deployed.
 * One build for all reads the SDK only once and takes a quarter of the time.
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
    entryPoints: Object.fromEntries([...entries].map(([name, entry]) => [`${name}/index`, entry])),
    outdir,
    metafile: true,
    // The bundle does not name its map: what is deployed is the same with and without it.
    sourcemap: 'external',
    sourcesContent: false,
  });
  for (const name of entries.keys()) {
    const folder = join(outdir, name);
    const file = join(folder, 'index.mjs');
    const map = await readFile(`${file}.map`, 'utf8');
    // It names its sources from the project's root, wherever it is.
    const toRoot = relative(folder, ROOT).replaceAll(sep, '/');
    await writeFile(join(outdir, `${name}.map`), map.replaceAll(`"${toRoot}/`, '"'));
    await rm(`${file}.map`);
    // The CDK puts modes into the zip, but not into its name. Lambda cannot read what a umask of 077 left (aws-cdk#8233).
    await chmod(file, 0o644);
  }
  return metafile;
};
