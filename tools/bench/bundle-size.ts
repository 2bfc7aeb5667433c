import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';

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
