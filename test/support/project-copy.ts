import { cp, mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

const PARTS = [
  'cdk.json',
  'functions',
  'infra',
  'lib',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

/** Copies what a local server needs, for a test that changes the code. */
export const copyProject = async (to: string): Promise<void> => {
  await mkdir(to);
  for (const part of PARTS) await cp(join(ROOT, part), join(to, part), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(to, 'node_modules'));
};
