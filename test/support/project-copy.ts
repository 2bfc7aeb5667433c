import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './project.ts';

const PARTS = [
  'cdk.json',
  'functions',
  'infra',
  'lib',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

/** A change of the code: in a file, this text becomes that one. */
export type Edit = readonly [path: string, from: string, to: string];

/**
 * Copies what a local server needs, for a test that changes the code.
 * @throws Error if a text to be edited no longer exists
 */
export const copyProject = async (to: string, edits: readonly Edit[] = []): Promise<void> => {
  await mkdir(to);
  for (const part of PARTS) await cp(join(ROOT, part), join(to, part), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(to, 'node_modules'));
  for (const [path, before, after] of edits) {
    const text = await readFile(join(to, path), 'utf8');
    if (!text.includes(before)) throw new Error(`${path} no longer says: ${before}`);
    const edited = text.replace(before, () => after);
    await writeFile(join(to, path), edited);
  }
};
