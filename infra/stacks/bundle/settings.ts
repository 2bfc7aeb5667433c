import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildOptions, Plugin } from 'esbuild';
import { leanSdk } from './lean-sdk.ts';

const REPLACEMENTS = join(import.meta.dirname, 'replacements');

/**
 * Lambda calls the `handler` of a bundle. `open` of a function's `handler.ts` makes it when the
 * bundle is loaded. The module itself reads no environment, so tests can import it.
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
 * How functions are bundled: each setting with its reason, and what it saves of a cold start of
 * some 60 ms of processor time, where that was measured (decision 15).
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
  // esbuild removes more unused code from a package's ES modules than from its `main`.
  mainFields: ['module', 'main'],
  alias: {
    // Its ES module reads all lazy getters when it is imported: 3.5 ms.
    'node:process': join(REPLACEMENTS, 'process.ts'),
    // So does this one, which loads undici. Only on the local server: functions reach AWS by HTTPS.
    'node:http': join(REPLACEMENTS, 'http.ts'),
    // Lambda always gives credentials in the environment: 141 kB less, 9% of the time when split.
    '@aws-sdk/credential-provider-node': join(REPLACEMENTS, 'credentials.ts'),
    // Every client for DynamoDB makes one, with room for a thousand entries, and never reads it: 8
    // kB, 1 to 3%.
    '@aws-sdk/endpoint-cache': join(REPLACEMENTS, 'left-out.ts'),
  },
  plugins: [leanSdk, openHandler],
} as const satisfies BuildOptions;

/** The same with the SDK as it is: `-c sdk=whole`. */
export const WHOLE_SDK_SETTINGS: BuildOptions = {
  ...BUNDLE_SETTINGS,
  alias: {},
  plugins: [openHandler],
};
