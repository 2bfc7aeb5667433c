import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A file that the server may load. Those that editors make while they save begin with another character. */
const SOURCE = /[\\/]\w[^\\/]*\.(css|js|ts)$/;

/**
 * The sources of a project, and when each was last changed, moved or replaced: another text after each save. Watches of the
 * operating system are few on Linux, and see nothing on some network and shared file systems.
 */
export const sourceChanges = (root: string): string => {
  try {
    return ['functions', 'infra', 'lib']
      .flatMap((folder) =>
        readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
          .map((path) => join(root, folder, path))
          .filter((path) => SOURCE.test(path)),
      )
      .map((path) => `${path} ${statSync(path, { throwIfNoEntry: false })?.ctimeMs}`)
      .join('\n');
  } catch (error) {
    // A folder was removed meanwhile.
    return String(error);
  }
};
