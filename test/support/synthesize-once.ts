import { cpSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isUpToDate, synthesize } from '../../infra/local/synthesize.ts';
import { ownTemporaryFolder } from './temporary-folder.ts';

/** The assembly of the last run, for the next one with the same sources. */
const LAST = join(import.meta.dirname, '../../node_modules/.cache/test-assembly');

const copyLast = (outdir: string): void => {
  try {
    cpSync(LAST, outdir, { recursive: true });
  } catch {
    // Another run is replacing it.
    rmSync(outdir, { recursive: true, force: true });
  }
};

const keep = (assembly: string): void => {
  const next = `${LAST}.${process.pid}`;
  try {
    cpSync(assembly, next, { recursive: true });
    rmSync(LAST, { recursive: true, force: true });
    renameSync(next, LAST);
  } catch {
    // Another run keeps its own, or the folder cannot be written.
    rmSync(next, { recursive: true, force: true });
  }
};

/**
 * Synthesizes both stages once for a whole run of jest; `assembly.ts` finds them. All processes that tests start share
 * a compile cache of Node, which goes with the run: most of what they load has paths of the run.
 */
export default async (): Promise<void> => {
  if (process.env['TEST_ASSEMBLY']) return;
  const folder = ownTemporaryFolder();
  process.env['NODE_COMPILE_CACHE'] = join(folder, 'compiled');
  const outdir = join(folder, 'assembly');
  if (await isUpToDate(LAST)) copyLast(outdir);
  if (!(await isUpToDate(outdir))) {
    await synthesize(outdir);
    keep(outdir);
  }
  process.env['TEST_ASSEMBLY'] = outdir;
};
