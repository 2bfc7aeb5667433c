import { existsSync } from 'node:fs';
import { access, constants, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { firstLine } from '../../command-line/first-line.ts';
import { StartupError } from '../startup-error.ts';

/**
 * Writes files in a data folder.
 * @throws StartupError in place of an error of the system, such as of a full disk
 */
export const writeInFolder = async (folder: string, write: () => Promise<void>): Promise<void> => {
  try {
    await write();
  } catch (error) {
    if (typeof error !== 'object' || error === null || !('syscall' in error)) throw error;
    throw new StartupError(
      `The data folder ${folder} cannot be written (${firstLine(error)}): choose another with --data-dir.`,
    );
  }
};

/**
 * Makes a data folder if it is missing, readable by its owner only.
 * @throws StartupError if it cannot be written
 */
export const prepareFolder = (folder: string): Promise<void> =>
  writeInFolder(folder, async () => {
    await makeFolder(folder);
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  });

/** mkdir's own recursion never ends in a folder such as /proc, which exists but takes no folders. */
const makeFolder = async (folder: string): Promise<void> => {
  if (existsSync(folder) || dirname(folder) === folder) return;
  await makeFolder(dirname(folder));
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it. (Not by the error's code: jest's own Error is another one than Node's.)
    if (!existsSync(folder)) throw error;
  }
};
