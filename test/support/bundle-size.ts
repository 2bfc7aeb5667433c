import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import type { Metafile } from 'esbuild';
import * as z from 'zod';
import { bundle, functionEntries } from '../../infra/stacks/bundle/bundle.ts';

/** The files that a cold start of a bundle loads: the entry and all that it imports at once. */
const initFiles = ({ outputs }: Metafile, name: string): Metafile['outputs'][string][] => {
  const found = new Set<string>();
  const follow = (path: string) => {
    if (found.has(path)) return;
    found.add(path);
    for (const { path: imported, kind, external } of outputs[path]?.imports ?? []) {
      if (kind === 'import-statement' && !external) follow(imported);
    }
  };
  const entry = Object.keys(outputs).find((path) => path.endsWith(`/${name}/index.mjs`));
  if (entry === undefined) throw new Error(`esbuild made no bundle of ${name}`);
  follow(entry);
  return [...found].flatMap((path) => outputs[path] ?? []);
};

/** Bytes of code that a cold start of a bundle loads. */
export const initBytes = (metafile: Metafile, name: string): number =>
  initFiles(metafile, name).reduce((sum, { bytes }) => sum + bytes, 0);

/** The sources of those bytes, by name: files of ours, and packages as a whole. */
const initSources = (metafile: Metafile, bundled: string): Record<string, number> => {
  const sources = new Map<string, number>();
  for (const { inputs } of initFiles(metafile, bundled)) {
    for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
      const name = /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path;
      sources.set(name, (sources.get(name) ?? 0) + bytesInOutput);
    }
  }
  return Object.fromEntries([...sources].sort(([one], [other]) => (one < other ? -1 : 1)));
};

/** Bytes of a folder as a zip file, which is what is deployed. */
export const zipBytes = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => {
      const { length } = deflateRawSync(readFileSync(join(folder, path)), { level: 9 });
      // A local header of 30 bytes and a central one of 46, each with the name.
      return length + 30 + 46 + 2 * path.length;
    })
    .reduce((sum, bytes) => sum + bytes, 22);

/** The size of a function's bundle, in bytes. */
export const bundleSize = z.object({
  init: z.number(),
  zip: z.number(),
  /** The sources of the bytes of `init`. */
  sources: z.record(z.string(), z.number()),
});
export type BundleSize = z.infer<typeof bundleSize>;

/** Bundles every function into a folder and weighs it; by the name of its folder in `functions/`. */
export const weighFunctions = async (outdir: string): Promise<Record<string, BundleSize>> => {
  const entries = await functionEntries();
  const metafile = await bundle(entries, outdir);
  const sizes = [...entries.keys()].map((name) => {
    const [init, sources] = [initBytes(metafile, name), initSources(metafile, name)];
    return [name, { init, zip: zipBytes(join(outdir, name)), sources }] as const;
  });
  return Object.fromEntries(sizes);
};

/** Reports how a bundle's size changed, source by source, the largest change first. */
export const sizeReport = (name: string, was: BundleSize, is: BundleSize): string => {
  const names = new Set([...Object.keys(was.sources), ...Object.keys(is.sources)]);
  const differences = [...names]
    .map((source) => [source, (is.sources[source] ?? 0) - (was.sources[source] ?? 0)] as const)
    .filter(([, difference]) => difference !== 0)
    .sort(([, one], [, other]) => Math.abs(other) - Math.abs(one))
    .map(([source, difference]) => `  ${signed(difference)} ${source}`);
  return [
    `${name}: ${is.init} bytes at init (were ${was.init}), ${is.zip} as a zip file (were ${was.zip})`,
    ...differences,
  ].join('\n');
};

const signed = (bytes: number): string => `${bytes > 0 ? '+' : ''}${bytes}`.padStart(8);
