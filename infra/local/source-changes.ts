import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Files that the server may load. Those that editors make while they save begin with a dot, or end otherwise. */
const SOURCES = '{functions,infra,lib}/**/[!.]*.{css,js,ts}';

/**
 * The sources of a project, and when each was last changed, moved or replaced: another text after each save. Watches of the
 * operating system are few on Linux, and see nothing on some network and shared file systems.
 */
export const sourceChanges = (root: string): string =>
  globSync(SOURCES, { cwd: root })
    .map((path) => `${path} ${statSync(join(root, path), { throwIfNoEntry: false })?.ctimeMs}`)
    .join('\n');
