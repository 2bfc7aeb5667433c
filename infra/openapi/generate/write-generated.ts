import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../../..');

/** Writes a file of the project unless it has this text, and prints which. */
export const writeGenerated = (path: string, text: string): void => {
  const file = join(ROOT, path);
  const same = existsSync(file) && readFileSync(file, 'utf8') === text;
  if (!same) writeFileSync(file, text);
  console.log(`${path}: ${same ? 'the same' : 'written'}`);
};
