import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synthesize } from '../../infra/local/synthesize.ts';

/** Synthesizes both stages once for a whole run of jest; `assembly.ts` tells the tests where. */
export default async (): Promise<void> => {
  const outdir = await mkdtemp(join(tmpdir(), 'pet-store-assembly-'));
  await synthesize(outdir);
  process.env['TEST_ASSEMBLY'] = outdir;
};
