import { ownTemporaryFolder } from '../../support/temporary-folder.ts';

/** A folder for this run; it is removed when the process ends. */
export const TEMPORARY = ownTemporaryFolder();
