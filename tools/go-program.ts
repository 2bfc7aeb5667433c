import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Go programs: modules with their versions, pinned like in a lockfile, as Go compares their hashes with the checksum database. */
export const GO_PROGRAMS = {
  actionlint: 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.12',
  k6: 'go.k6.io/k6@v1.8.1',
  'oapi-codegen': 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2',
  oasdiff: 'github.com/oasdiff/oasdiff@v1.33.0',
} as const;

export type GoProgram = keyof typeof GO_PROGRAMS;

/** The command. Its folder is named after the version, so that a new version is built; git ignores it. */
export const goCommand = (program: GoProgram): string =>
  join(import.meta.dirname, '../.tools', basename(GO_PROGRAMS[program]), program);

/** Builds a Go program if it is not built yet. Ends the process with the reason if that fails. */
export const installGoProgram = (program: GoProgram): void => {
  const [module, command] = [GO_PROGRAMS[program], goCommand(program)];
  const env = { ...process.env, GOBIN: dirname(command) };
  runGo(module, command, ['install', module], { env });
};

/** Builds a Go program from a folder of this project in the same way. Its `go.sum` has the hashes of its imports. */
export const buildGoProgram = (source: string, command: string): void =>
  runGo(basename(command), command, ['build', '-o', command], { cwd: source });

const runGo = (
  name: string,
  command: string,
  words: readonly string[],
  options: SpawnSyncOptions,
): void => {
  const fail = (message: string): never => {
    console.error(message);
    process.exit(1);
  };
  if (existsSync(command)) {
    console.log(`${name} is there already: ${command}`);
    return;
  }
  if (spawnSync('go', ['version']).status !== 0) fail('Go is missing: install 1.26 or newer.');
  console.log(`Building ${name} ...`);
  if (spawnSync('go', words, { ...options, stdio: 'inherit' }).status !== 0) {
    fail(`${name} cannot be installed.`);
  }
};
