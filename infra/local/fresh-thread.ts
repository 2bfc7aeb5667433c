import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FreshRequest, FreshResult } from './fresh-worker.ts';

/** A thread that makes things from the sources as they are now. */
export interface FreshThread {
  /** Requests are served one by one. */
  readonly ask: (request: FreshRequest) => Promise<FreshResult>;
  /** Whether it has synthesized once, as only the first time is slow. */
  readonly isWarm: () => boolean;
  /** Ends it after the requests that it has. */
  readonly retire: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Starts the thread, and has it synthesize once into a folder that it removes.
 * @param assembly has the functions' bundles
 */
export const startFreshThread = async (assembly: string): Promise<FreshThread> => {
  const worker = new Worker(new URL('./fresh-worker.ts', import.meta.url), {
    // The CDK prints its warnings there.
    stderr: true,
    stdout: true,
    env: { ...process.env, CDK_VALIDATION: 'false' },
  });
  worker.stderr.resume();
  worker.stdout.resume();
  worker.unref();

  let last: Promise<unknown> = Promise.resolve();
  const ask = (request: FreshRequest): Promise<FreshResult> => {
    const result = last.then(async (): Promise<FreshResult> => {
      worker.postMessage(request);
      const [answer]: FreshResult[] = await once(worker, 'message');
      return answer ?? { kind: 'failed', reason: 'no answer' };
    });
    last = result.catch(() => {});
    return result;
  };

  const aside = await mkdtemp(join(dirname(assembly), 'warm-'));
  const removeAside = () => rm(aside, { recursive: true, force: true });
  let warm = false;
  ask({ kind: 'stack', outdir: aside, bundles: join(assembly, 'bundles') })
    .finally(removeAside)
    .then(() => {
      warm = true;
    })
    .catch(() => {});
  const close = async () => {
    await worker.terminate();
    await removeAside();
  };
  return {
    ask,
    isWarm: () => warm,
    retire: async () => {
      await last;
      await close();
    },
    close,
  };
};
