import { join } from 'node:path';
import { synthesize } from '../../infra/local/synthesize.ts';
import { ownTemporaryFolder } from './temporary-folder.ts';

/**
 * Synthesizes both stages once for a whole run of jest; `assembly.ts` finds them. All processes that tests start share
 * a compile cache of Node, which goes with the run: most of what they load has paths of the run.
 */
export default async (): Promise<void> => {
  if (process.env['TEST_ASSEMBLY']) return;
  const folder = ownTemporaryFolder();
  process.env['NODE_COMPILE_CACHE'] = join(folder, 'compiled');
  const outdir = join(folder, 'assembly');
  await synthesize(outdir);
  process.env['TEST_ASSEMBLY'] = outdir;
};
