import { join } from 'node:path';
import { synthesized } from './synthesize.ts';
import { ownTemporaryFolder } from './temporary-folder.ts';

/**
 * Before the first test of a run: gives the run a temporary folder, which is removed at its end. It
 * holds a compile cache of Node for all processes that tests start: most of what they load has
 * paths of the run. It runs after the setups of projects, and waits for what they began.
 */
export default async (): Promise<void> => {
  process.env['NODE_COMPILE_CACHE'] = join(ownTemporaryFolder(), 'compiled');
  await synthesized();
};
