import { join } from 'node:path';
import type { BuildOptions } from 'esbuild';

const BUILTINS = join(import.meta.dirname, 'builtins');

/**
 * How the code of a function is bundled: every setting with its reason. Figures are shares of the
 * processor time of a cold start; `docs/performance.md` tells how they were measured.
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
    // The ESM forms of these two read every lazy getter of theirs when imported, and so load undici
    // and more. middy takes a name of the first, and both SDK and middy one or two of the second.
    'node:http': join(BUILTINS, 'http.ts'),
    'node:process': join(BUILTINS, 'process.ts'),
    // Lambda gives credentials in the environment, always.
    '@aws-sdk/credential-provider-node': join(BUILTINS, 'credentials.ts'),
  },
} as const satisfies BuildOptions;
