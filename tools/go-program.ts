import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * Names a Go program by its module with its version, such as `go.k6.io/k6@v1.8.1`: pinned like in a lockfile, as Go compares
 * its hash with the checksum database.
 */
export const goProgram = (module: string) => {
  // Named after the version, so that a new version is built; git ignores it.
  const folder = join(import.meta.dirname, '../.tools', basename(module));
  return { module, folder, command: join(folder, basename(module).replace(/@.*/, '')) };
};

/** Builds a Go program if it is not built yet. Ends the process with the reason if that fails. */
export const installGoProgram = ({ module, folder, command }: ReturnType<typeof goProgram>): void =>
  runGo(module, command, ['install', module], { env: { ...process.env, GOBIN: folder } });

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
