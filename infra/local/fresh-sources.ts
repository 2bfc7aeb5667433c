import { join } from 'node:path';
import { type FreshThread, startFreshThread } from './fresh-thread.ts';
import type { FreshRequest } from './fresh-worker.ts';
import type { MakeSite } from './local-site.ts';

/** Makes from the sources, as they are now, what is made once at a start. */
export interface FreshSources {
  /**
   * Synthesizes the staging stack into the folder of the assembly.
   * @throws SourceError with the place in the sources
   */
  readonly synthesize: () => Promise<void>;
  readonly makeSite: MakeSite;
  readonly close: () => Promise<void>;
}

/** The sources do not make a stack. The message is for the developer, and begins with the place. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
}

/**
 * A thread keeps all modules that it ever imported, 10 MB for each synthesis. After this number of
 * them a new one gets ready to take its place.
 */
const MOST_SYNTHESES = 20;

/**
 * Opens them in a thread.
 * @param assembly has the functions' bundles
 */
export const openFreshSources = async (assembly: string): Promise<FreshSources> => {
  let thread = await startFreshThread(assembly);
  let next: FreshThread | undefined;
  let syntheses = 0;

  const done = async (request: FreshRequest) => {
    const result = await thread.ask(request);
    if (result.kind === 'failed') throw new SourceError(result.reason);
    return result;
  };
  return {
    synthesize: async () => {
      // Only here: the reference is made of the sources of the last synthesis.
      if (next?.isWarm()) {
        thread.retire();
        [thread, next, syntheses] = [next, undefined, 0];
      }
      syntheses += 1;
      try {
        await done({ kind: 'stack', outdir: assembly, bundles: join(assembly, 'bundles') });
      } finally {
        if (syntheses >= MOST_SYNTHESES) next ??= await startFreshThread(assembly);
      }
    },
    makeSite: async (...of) => {
      const { site = new Map() } = await done({ kind: 'site', of });
      // A Buffer arrives as a plain array of bytes.
      return new Map(
        [...site].map(([name, file]) => [name, { ...file, body: Buffer.from(file.body) }]),
      );
    },
    close: async () => {
      await Promise.all([thread.close(), next?.close()]);
    },
  };
};
