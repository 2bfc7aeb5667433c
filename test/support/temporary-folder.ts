import { mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Makes a new folder for one test. It is in the run's own folder, which is removed at the run's end. */
export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'pet-store-test-'));

/**
 * Makes a new folder that this process and its children use as the system's temporary folder. It is
 * removed when the process ends, except by `kill -9`.
 */
export const ownTemporaryFolder = (): string => {
  // Compiled code is kept for the next run.
  process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../../node_modules/.cache/node');
  const path = mkdtempSync(join(tmpdir(), 'pet-store-'));
  process.env['TMPDIR'] = path;
  process.once('exit', () => {
    // Ending processes may still write.
    rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  });
  // `on`, not `once`: npm repeats signals that a terminal has sent already, and the second one
  // would end the removal.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => process.exit(128 + constants.signals[signal]));
  }
  return path;
};
