import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import type { Metafile } from 'esbuild';

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
