/**
 * Runs in a worker thread: synthesizes the stack and makes the reference from the sources as they
 * are now. The CDK stays loaded, which makes it fast. Modules of the project are imported again when
 * something has changed.
 */
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort } from 'node:worker_threads';
import 'aws-cdk-lib';
import type { Site } from '../docs/reference/site.ts';
import type { MakeSite } from './local-site.ts';

/** What to do. */
export type FreshRequest =
  | { readonly kind: 'stack'; readonly outdir: string; readonly bundles: string }
  | { readonly kind: 'site'; readonly of: Parameters<MakeSite> };

/** The result of a request. */
export type FreshResult =
  | { readonly kind: 'done'; readonly site?: Site }
  | { readonly kind: 'failed'; readonly reason: string };

const ROOT = `${pathToFileURL(join(import.meta.dirname, '../..')).href}/`;
let generation = 0;

registerHooks({
  resolve: (specifier, context, next) => {
    const found = next(specifier, context);
    if (!found.url.startsWith(ROOT) || found.url.includes('/node_modules/')) return found;
    return { ...found, url: `${found.url.replace(/\?.*/, '')}?${generation}` };
  },
});

const answer = async (request: FreshRequest): Promise<FreshResult> => {
  if (request.kind === 'stack') generation += 1;
  const fresh: typeof import('./fresh.ts') = await import('./fresh.ts');
  if (request.kind === 'site') return { kind: 'done', site: await fresh.makeSite(...request.of) };
  fresh.synthesizeStaging(request.outdir, request.bundles);
  return { kind: 'done' };
};

/** The error's first line, with the next one if it ends in a colon, after the first place of ours in its stack. */
const describe = (error: unknown): string => {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const [, ...places] = stack.split(ROOT).filter((part) => !part.startsWith('node_modules/'));
  const [, path, place] = /^([^?:]+)\?\d+:(\d+:\d+)/.exec(places[0] ?? '') ?? [];
  const [first = '', second = ''] = message.split('\n');
  const reason = first.endsWith(':') ? `${first} ${second.trim()}`.trimEnd() : first;
  return path === undefined ? reason : `${path}:${place}: ${reason}`;
};

parentPort?.on('message', async (request: FreshRequest) => {
  const result = await answer(request).catch(
    (error: unknown): FreshResult => ({ kind: 'failed', reason: describe(error) }),
  );
  parentPort?.postMessage(result);
});
