import { join } from 'node:path';
import { keepCompiledCode } from '../../infra/command-line/run-program.ts';
import { synthesize } from '../../infra/local/synthesize.ts';
import { ownTemporaryFolder } from './temporary-folder.ts';

/**
 * Synthesizes both stages once for a whole run of jest; `assembly.ts` finds them. All processes that tests start share
 * Node's compile cache.
 */
export default async (): Promise<void> => {
  keepCompiledCode();
  if (process.env['TEST_ASSEMBLY']) return;
  const outdir = join(ownTemporaryFolder(), 'assembly');
  await synthesize(outdir);
  process.env['TEST_ASSEMBLY'] = outdir;
};
