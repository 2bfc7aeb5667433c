import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generatedFiles, ROOT } from './generated-files.ts';

/** The first part of `npm run generate` (package.json). The other parts write what tests compare with. */
for (const [path, text] of Object.entries(await generatedFiles())) {
  const file = join(ROOT, path);
  const same = existsSync(file) && (await readFile(file, 'utf8')) === text;
  if (!same) await writeFile(file, text);
  console.log(`${path}: ${same ? 'the same' : 'written'}`);
}
