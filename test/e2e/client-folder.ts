import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../..');

const run = (cwd: string, command: string, ...words: string[]): string =>
  execFileSync(command, words, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** Packs the client and installs it in a new folder, as its README says. */
export const installClient = (): string => {
  const folder = temporaryFolder();
  const pack = ['pack', './packages/client', '--silent', '--pack-destination', folder];
  const tarball =
    run(ROOT, 'npm', ...pack)
      .trim()
      .split('\n')
      .at(-1) ?? '';
  run(folder, 'npm', 'init', '-y');
  run(folder, 'npm', 'install', '--offline', `./${tarball}`);
  return folder;
};

/** Adds TypeScript to a folder with the settings that `tsc --init` gives, without the registry. */
export const addTypeScript = (folder: string): void => {
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules/@types'), join(folder, 'node_modules/@types'), 'junction');
  compile(folder, '--init', '--types', 'node');
};

/**
 * Compiles the TypeScript of a folder.
 * @throws Error with the compiler's output if it fails
 */
export const compile = (folder: string, ...words: string[]): void => {
  try {
    run(folder, process.execPath, join(ROOT, 'node_modules/typescript/bin/tsc'), ...words);
  } catch (error) {
    // In Jest the error is of another realm.
    const { stdout } = Object(error);
    throw new Error(String(stdout), { cause: error });
  }
};

/** Writes a program into a folder. */
export const writeProgram = (folder: string, name: string, text: string): void =>
  writeFileSync(join(folder, name), text);

/** What `npm run tools -- runtimes` installs. */
const INSTALLED = join(ROOT, 'test/e2e/runtimes/node_modules/.bin');

const found = (name: string): readonly string[] =>
  [...(process.env['PATH'] ?? '').split(delimiter), INSTALLED]
    .map((at) => join(at, name))
    .filter((file) => existsSync(file));

const byVersion = (files: readonly string[]): ReadonlyMap<string, string> =>
  new Map(files.map((file) => [run(ROOT, file, '--version').trim(), file] as const).reverse());

/** Every Node on PATH or installed, one for each version, by its version. */
export const nodes = (): ReadonlyMap<string, string> =>
  byVersion([process.execPath, ...found('node')]);

/** What runs JavaScript, by its name and version: a file, and the words before a program's. */
export const runtimes = (): readonly (readonly [string, readonly [string, ...string[]]])[] => [
  ...[...nodes()].map(([version, file]) => [`Node ${version}`, [file]] as const),
  ...[...byVersion(found('bun'))].map(([version, file]) => [`Bun ${version}`, [file]] as const),
  ...[...byVersion(found('deno'))].map(
    ([version, file]) => [version.split(' (')[0] ?? '', [file, 'run', '--allow-all']] as const,
  ),
];
