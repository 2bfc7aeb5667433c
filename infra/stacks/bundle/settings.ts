import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildOptions, Plugin } from 'esbuild';

const REPLACEMENTS = join(import.meta.dirname, 'replacements');
const CONFIG = join(REPLACEMENTS, 'config.ts');

/** Puts `replacements/config.ts` before a module that it takes the rest from, which an alias cannot. */
const environmentOnly: Plugin = {
  name: 'environment-only',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^@smithy\/core\/config$/ }, ({ importer }) =>
      importer === CONFIG ? undefined : { path: CONFIG },
    );
  },
};

/**
 * Leaves out what the SDK imports only when an operation streams events, of which DynamoDB has none: 19 kB less, and
 * nothing that matters is left to be imported when needed, so that a bundle is one file: 2 to 4%.
 */
const withoutEventStreams: Plugin = {
  name: 'without-event-streams',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^@smithy\/core\/event-streams$/ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    );
  },
};

/**
 * Lambda calls the `handler` of a bundle. It is what `open` of a function's `handler.ts` makes when the bundle is loaded:
 * the module itself reads no environment, so that tests import it as it is.
 */
const openHandler: Plugin = {
  name: 'open-handler',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]functions[\\/][\w-]+[\\/]handler\.ts$/ }, async ({ path }) => ({
      contents: `${await readFile(path, 'utf8')}\nexport const handler = open();\n`,
      loader: 'ts',
    }));
  },
};

/**
 * How the code of a function is bundled: every setting with its reason and what it gains of a cold
 * start, which takes some 60 ms of processor time where that was measured (decision 15).
 */
export const BUNDLE_SETTINGS = {
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  minify: true,
  legalComments: 'none',
  logLevel: 'silent',
  // The ES modules of a package shake better than what `main` names.
  mainFields: ['module', 'main'],
  alias: {
    // Its ESM form reads every lazy getter of it when imported: 3.5 ms.
    'node:process': join(REPLACEMENTS, 'process.ts'),
    // Lambda gives credentials in the environment, always: 141 kB less, 9% of the time when split.
    '@aws-sdk/credential-provider-node': join(REPLACEMENTS, 'credentials.ts'),
    // Made with every client for DynamoDB, and never asked: 8 kB, room for a thousand entries, 1 to 3%.
    '@aws-sdk/endpoint-cache': join(REPLACEMENTS, 'endpoint-cache.ts'),
  },
  // The same for settings: the SDK asks for ten at its first call, and each that is not in the
  // environment costs it an exception and a look into the files of `~/.aws`: 7 to 8%.
  plugins: [environmentOnly, withoutEventStreams, openHandler],
} as const satisfies BuildOptions;
