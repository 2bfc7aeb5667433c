import { existsSync } from 'node:fs';
import { access, constants, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { writeInFolder } from './write-in-folder.ts';

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
