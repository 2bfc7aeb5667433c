import { join } from 'node:path';
import type { BuildOptions } from 'esbuild';
import { bundle } from '../../infra/stacks/bundle/bundle.ts';
import { BUNDLE_SETTINGS } from '../../infra/stacks/bundle/settings.ts';
import { operationFolder } from '../../infra/stacks/names.ts';
import { initBytes, zipBytes } from '../support/bundle-size.ts';
import { contenderFile, OTHER_JOBS, PEER_JOBS } from './jobs.ts';

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

/** Each contender: the folder of its code, and how it is built. */
const PEERS: Readonly<
  Record<string, { readonly folder: string; readonly settings: BuildOptions }>
> = {
  [FLOOR]: { folder: 'floor', settings: ordinary },
  'AWS SDK alone, our settings': { folder: 'floor', settings: BUNDLE_SETTINGS },
  Hono: { folder: 'hono', settings: lean },
  'Powertools router': { folder: 'powertools', settings: lean },
  'express, serverless-express': { folder: 'express', settings: lean },
};

/** Bundles every contender. */
export const buildSubjects = async (outdir: string): Promise<Subject[]> => {
  const build = async (
    name: string,
    job: string,
    entry: string,
    settings: BuildOptions,
  ): Promise<Subject> => {
    const folder = join(outdir, `${name}-${job}`.replaceAll(/\W+/g, '-'));
    // A separate build: it must not share chunks with other jobs.
    const metafile = await bundle(new Map([[job, entry]]), folder, settings);
    return {
      contender: name,
      job,
      bundle: join(folder, job, 'index.mjs'),
      initBytes: initBytes(metafile, job),
      zipBytes: zipBytes(folder),
    };
  };
  return Promise.all([
    ...[...PEER_JOBS, ...OTHER_JOBS].map((job) =>
      build(SERVICE, job, join(FUNCTIONS, operationFolder(job), 'handler.ts'), BUNDLE_SETTINGS),
    ),
    ...OTHER_JOBS.map((job) => build(FLOOR, job, contenderFile('floor', job), ordinary)),
    ...Object.entries(PEERS).flatMap(([name, { folder, settings }]) =>
      PEER_JOBS.map((job) => build(name, job, contenderFile(folder, job), settings)),
    ),
  ]);
};
