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
