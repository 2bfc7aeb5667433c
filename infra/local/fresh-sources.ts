import { mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FreshRequest, FreshResult } from './fresh-worker.ts';
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
 * Starts the worker, and has it synthesize once, as only the first time is slow.
 * @param assembly has the functions' bundles
 */
export const openFreshSources = async (assembly: string): Promise<FreshSources> => {
  const worker = new Worker(new URL('./fresh-worker.ts', import.meta.url), {
    // The CDK prints its warnings there.
    stderr: true,
    stdout: true,
    env: { ...process.env, CDK_VALIDATION: 'false' },
  });
  worker.stderr.resume();
  worker.stdout.resume();
  worker.unref();
  const bundles = join(assembly, 'bundles');

  let last: Promise<unknown> = Promise.resolve();
  const ask = (request: FreshRequest): Promise<FreshResult> => {
    const result = last.then(
      () =>
        new Promise<FreshResult>((resolve, reject) => {
          worker.once('message', resolve);
          worker.once('error', reject);
          worker.postMessage(request);
        }),
    );
    last = result.catch(() => {});
    return result;
  };
  const done = async (request: FreshRequest) => {
    const result = await ask(request);
    if (result.kind === 'failed') throw new SourceError(result.reason);
    return result;
  };

  const aside = await mkdtemp(join(dirname(assembly), 'warm-'));
  const warm = ask({ kind: 'stack', outdir: aside, bundles }).finally(() =>
    rm(aside, { recursive: true, force: true }),
  );
  warm.catch(() => {});

  return {
    synthesize: async () => {
      await done({ kind: 'stack', outdir: assembly, bundles });
    },
    makeSite: async (...of) => {
      const { site = new Map() } = await done({ kind: 'site', of });
      // A Buffer arrives as a plain array of bytes.
      return new Map(
        [...site].map(([name, file]) => [name, { ...file, body: Buffer.from(file.body) }]),
      );
    },
    close: async () => {
      await worker.terminate();
      await rm(aside, { recursive: true, force: true });
    },
  };
};
