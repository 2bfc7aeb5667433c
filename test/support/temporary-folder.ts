import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder of the test's own, and how to remove it. */
export const temporaryFolder = async () => {
  const path = await mkdtemp(join(tmpdir(), 'pet-store-test-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
};
