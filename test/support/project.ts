import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeGenerated } from '../../infra/openapi/generate/write-generated.ts';

/** The folder of this project. */
export const ROOT = join(import.meta.dirname, '../..');

/** The text of one of its files. */
export const fileText = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Writes one of its files, as this makes it of what it was. */
export const editFile = (path: string, edit: (text: string) => string): void =>
  writeGenerated(path, edit(fileText(path)));
