import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of this project. */
export const ROOT = join(import.meta.dirname, '../..');

/** The text of one of its files. */
export const fileText = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Writes one of its files, as this makes it of what it was. */
export const editFile = (path: string, edit: (text: string) => string): void => {
  writeFileSync(join(ROOT, path), edit(fileText(path)));
  console.log(`${path}: written`);
};
