import { mkdtempSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepCompiledCode } from '../../infra/command-line/run-program.ts';

/** A new folder of the test's own, and how to remove it. */
export const temporaryFolder = async () => {
  const path = await mkdtemp(join(tmpdir(), 'pet-store-test-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
};

/**
 * Makes a new folder that this process and all it starts take for the system's temporary one. It goes
 * with the process, with everything in it, however that ends but by `kill -9`.
 */
export const ownTemporaryFolder = (): string => {
  keepCompiledCode();
  const path = mkdtempSync(join(tmpdir(), 'pet-store-'));
  process.env['TMPDIR'] = path;
  process.once('exit', () => {
    // What is ending may write once more.
    rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  });
  // Not once: npm passes on what a terminal has sent already, and that would end the removal.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => process.exit(128 + constants.signals[signal]));
  }
  return path;
};
