import { globSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import type { BuildOptions } from 'esbuild';
import { bundle } from '../../infra/stacks/bundle/bundle.ts';
import { BUNDLE_SETTINGS, WHOLE_SDK_SETTINGS } from '../../infra/stacks/bundle/settings.ts';
import { operationFolder } from '../../infra/stacks/names.ts';

/** The operations that all contenders have: a read, a create and a page. */
export const JOBS = ['getPet', 'createPet', 'listPets'] as const;
export type Job = (typeof JOBS)[number];

/** What is measured: one contender at one operation, and the file that Lambda would load. */
export type Subject = Awaited<ReturnType<typeof build>>;

export const FLOOR = 'AWS SDK alone';
export const SERVICE = 'This service';

const { alias, plugins } = BUNDLE_SETTINGS;
const { 'node:http': _http, ...otherAliases } = alias;

/** All our settings except those that replace or leave out code. CommonJS packages need `require`. */
const ordinary: BuildOptions = {
  ...WHOLE_SDK_SETTINGS,
  splitting: true,
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
};

/** Peers get our settings, too. */
const lean: BuildOptions = { ...ordinary, splitting: false, alias, plugins };

/** How each contender is built, and the file in `contenders` with its code. The service has its handlers. */
const CONTENDERS: Readonly<Record<string, readonly [settings: BuildOptions, file?: string]>> = {
  [SERVICE]: [BUNDLE_SETTINGS],
  [FLOOR]: [ordinary, 'floor'],
  'AWS SDK alone, our settings': [BUNDLE_SETTINGS, 'floor'],
  'Powertools router': [lean, 'powertools'],
  Hono: [lean, 'hono'],
  // It needs more of node:http than the SDK does.
  'express, serverless-express': [{ ...lean, alias: otherAliases }, 'express'],
};

/** Writes the entry of a contender's bundle, which holds only one of its operations. */
const writeEntry = async (outdir: string, file: string, job: Job): Promise<string> => {
  const entry = join(outdir, `${file}-${job}.js`);
  const [source, storage] = [file, 'storage'].map((name) =>
    JSON.stringify(join(import.meta.dirname, `contenders/${name}.js`)),
  );
  await writeFile(
    entry,
    `import { ${job}Handler as open } from ${source};\nimport { ${job} } from ${storage};\nexport { open };\nexport const handler = open(${job});\n`,
  );
  return entry;
};

const build = async (outdir: string, contender: string, job: Job) => {
  const [settings, file] = CONTENDERS[contender] ?? [];
  const entry = file
    ? await writeEntry(outdir, file, job)
    : join(import.meta.dirname, `../../functions/${operationFolder(job)}/handler.ts`);
  const folder = join(outdir, `${contender}-${job}`.replaceAll(/\W+/g, '-'));
  // A separate build: it must not share chunks with other operations.
  await bundle(new Map([[job, entry]]), folder, settings);
  return { contender, job, bundle: join(folder, job, 'index.mjs'), zipBytes: zipBytes(folder) };
};

/** Bytes of a folder as a zip file, which is what is deployed: without source maps. */
const zipBytes = (folder: string): number =>
  globSync('**/*.mjs', { cwd: folder })
    .map((path) => {
      const { length } = deflateRawSync(readFileSync(join(folder, path)), { level: 9 });
      // A local header of 30 bytes and a central one of 46, each with the name.
      return length + 30 + 46 + 2 * path.length;
    })
    .reduce((sum, bytes) => sum + bytes, 22);

/** Bundles contenders for each operation, the service first. */
export const buildSubjects = async (outdir: string, contenders = Object.keys(CONTENDERS)) => {
  await mkdir(outdir);
  return Promise.all(JOBS.flatMap((job) => contenders.map((name) => build(outdir, name, job))));
};
