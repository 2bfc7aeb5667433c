import { join } from 'node:path';
import type { BuildOptions } from 'esbuild';

const BUILTINS = join(import.meta.dirname, 'builtins');

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
  // Without splitting, all that packages import only when they need it is compiled at every start.
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  // The ES modules of a package shake better than what `main` names.
  mainFields: ['module', 'main'],
  alias: {
    // The ESM forms of these two read every lazy getter of theirs when imported, 34 ms and 3.5 ms.
    // The SDK imports the first for endpoints without TLS only, so at AWS nothing does; but a
    // single import of it by a package would load all of undici. The second it imports at init.
    'node:http': join(BUILTINS, 'http.ts'),
    'node:process': join(BUILTINS, 'process.ts'),
    // Lambda gives credentials in the environment, always: 38 kB less to compile, 9% of the time.
    '@aws-sdk/credential-provider-node': join(BUILTINS, 'credentials.ts'),
  },
} as const satisfies BuildOptions;
