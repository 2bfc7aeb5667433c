import { join } from 'node:path';
import { synthesize } from '../../infra/local/synthesize.ts';
import { ownTemporaryFolder } from './temporary-folder.ts';

/** Synthesizes both stages once for a whole run of jest; `assembly.ts` finds them. */
export default async (): Promise<void> => {
  if (process.env['TEST_ASSEMBLY']) return;
  const outdir = join(ownTemporaryFolder(), 'assembly');
  await synthesize(outdir);
  process.env['TEST_ASSEMBLY'] = outdir;
};
