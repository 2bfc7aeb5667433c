import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of this project. */
export const ROOT = join(import.meta.dirname, '../..');

/** The text of one of its files. */
export const fileText = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
