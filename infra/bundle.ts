import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

const FUNCTIONS = join(import.meta.dirname, '../functions');

const BUILTINS = join(import.meta.dirname, 'builtins');

/** Where each function's bundle is, by the name of its folder in `functions/`. */
export type Bundles = ReadonlyMap<string, string>;

/**
 * Bundles every function into a folder of its own under `outdir`, ready to be zipped: `index.mjs`
 * with the chunks it loads.
 * @throws Error with esbuild's messages if a function cannot be bundled
 */
export const bundleFunctions = async (outdir: string): Promise<Bundles> => {
  const entries = await readdir(FUNCTIONS, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const bundles = names.map(async (name) => [name, await bundle(name, outdir)] as const);
  return new Map(await Promise.all(bundles));
};

const bundle = async (name: string, outdir: string): Promise<string> => {
  const folder = join(outdir, name);
  // What an earlier build left would be deployed with this one.
  await rm(folder, { recursive: true, force: true });
  await build({
    entryPoints: { index: join(FUNCTIONS, name, 'handler.ts') },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    minify: true,
    legalComments: 'none',
    logLevel: 'silent',
    // Without splitting, the imports of credential providers that are loaded only when needed
    // move to the top of the file, and every cold start pays for them.
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    // The ES modules of a package shake better than what `main` names: about a third less code.
    mainFields: ['module', 'main'],
    // The ESM forms of these two read every lazy getter of theirs when imported, and so load
    // undici and more: 27 ms and 5 ms of each cold start. middy and the SDK use a name or two.
    alias: {
      'node:http': join(BUILTINS, 'http.ts'),
      'node:process': join(BUILTINS, 'process.ts'),
    },
  });
  return folder;
};
