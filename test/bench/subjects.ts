import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildOptions } from 'esbuild';
import { bundle } from '../../infra/stacks/bundle/bundle.ts';
import { BUNDLE_SETTINGS } from '../../infra/stacks/bundle/settings.ts';
import { operationFolder } from '../../infra/stacks/names.ts';
import { initBytes, zipBytes } from '../support/bundle-size.ts';
import { contenderFile, JOBS, PEER_JOBS } from './jobs.ts';

const FUNCTIONS = join(import.meta.dirname, '../../functions');

/** What is measured: one contender at one job. */
export interface Subject {
  readonly contender: string;
  /** An operation's id, or `authorizer`. */
  readonly job: string;
  /** The entry of its bundle. */
  readonly bundle: string;
  readonly initBytes: number;
  readonly zipBytes: number;
}

export const FLOOR = 'AWS SDK alone';
export const SERVICE = 'This service';

const { alias, plugins, ...ORDINARY } = BUNDLE_SETTINGS;

/**
 * All our settings except those that replace or leave out code, so splitting is worth it. It also
 * defines `require`, which CommonJS packages need in an ES module.
 */
const ordinary: BuildOptions = {
  ...ORDINARY,
  splitting: true,
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
};

/** Peers get these settings, too. */
const lean: BuildOptions = { ...ordinary, splitting: false, alias, plugins };

/** The contenders at `PEER_JOBS` alone: the folder of their code, and how they are built. */
const PEERS: Readonly<
  Record<string, { readonly folder: string; readonly settings: BuildOptions }>
> = {
  'AWS SDK alone, our settings': { folder: 'floor', settings: BUNDLE_SETTINGS },
  Hono: { folder: 'hono', settings: lean },
  'Powertools router': { folder: 'powertools', settings: lean },
  'express, serverless-express': { folder: 'express', settings: lean },
};

/** Builds a contender at a job into a folder of `outdir`. */
const buildSubject = async (
  outdir: string,
  contender: string,
  job: string,
  { entry, settings }: { readonly entry: string; readonly settings: BuildOptions },
): Promise<Subject> => {
  const folder = join(outdir, `${contender}-${job}`.replaceAll(/\W+/g, '-'));
  // A separate build: it must not share chunks with other jobs.
  const metafile = await bundle(new Map([[job, entry]]), folder, settings);
  // They are not deployed, and would count.
  for (const map of globSync(join(folder, '**/*.map'))) rmSync(map);
  return {
    contender,
    job,
    bundle: join(folder, job, 'index.mjs'),
    initBytes: initBytes(metafile, job),
    zipBytes: zipBytes(folder),
  };
};

/** Bundles the service and the floor, for every job. */
export const buildPairs = (outdir: string): Promise<Subject[]> =>
  Promise.all(
    JOBS.flatMap((job) => [
      buildSubject(outdir, SERVICE, job, {
        entry: join(FUNCTIONS, operationFolder(job), 'handler.ts'),
        settings: BUNDLE_SETTINGS,
      }),
      buildSubject(outdir, FLOOR, job, { entry: contenderFile('floor', job), settings: ordinary }),
    ]),
  );

/** Bundles the others, for their jobs. */
export const buildPeers = (outdir: string): Promise<Subject[]> =>
  Promise.all(
    Object.entries(PEERS).flatMap(([name, { folder, settings }]) =>
      PEER_JOBS.map((job) =>
        buildSubject(outdir, name, job, { entry: contenderFile(folder, job), settings }),
      ),
    ),
  );
