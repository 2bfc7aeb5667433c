import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { staticSite } from './static-site.ts';

const folder = join(import.meta.dirname, '../../../dist/docs');
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
for (const [name, { body }] of await staticSite()) await writeFile(join(folder, name), body);
console.log(`Wrote ${folder}.`);
