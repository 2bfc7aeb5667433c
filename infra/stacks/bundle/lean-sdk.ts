import { readFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import type { Plugin, PluginBuild } from 'esbuild';

const REPLACEMENTS = join(import.meta.dirname, 'replacements');

/**
 * Imports of the SDK that functions never use, or of which they need little: the importing module,
 * the import, and the file in `replacements/`, which has the reason.
 */
export const REPLACED_IMPORTS = [
  [
    'client-dynamodb/dist-es/runtimeConfig.shared.js',
    '@aws-sdk/core/protocols',
    'aws-json-protocol.ts',
  ],
  ['client-dynamodb/dist-es/runtimeConfig.shared.js', '@aws-sdk/dynamodb-codec', 'left-out.ts'],
  [
    'client-dynamodb/dist-es/runtimeConfig.shared.js',
    './endpoint/endpointResolver',
    'endpoint-resolver.ts',
  ],
  [
    'middleware-recursion-detection/getRecursionDetectionPlugin.js',
    './recursionDetectionMiddleware',
    'trace-header.ts',
  ],
  [
    'core/dist-es/submodules/client/index.js',
    './middleware-logger/loggerMiddleware',
    'left-out.ts',
  ],
  ['smithy-client/command.js', '@smithy/core/schema', 'left-out.ts'],
  ['smithy-client/command.js', './schemaLogFilter', 'left-out.ts'],
  ['middleware-retry/configurations.js', '../util-retry/AdaptiveRetryStrategy', 'left-out.ts'],
  ['sha256/Sha256Node.js', './Sha256Js', 'left-out.ts'],
  ['regionConfig/config.js', './getInstanceMetadataRegion', 'left-out.ts'],
  ['adaptors/getEndpointFromInstructions.js', '../service-customizations', 'left-out.ts'],
  ['signature-v4/dist-es/SignatureV4.js', './HeaderFormatter', 'left-out.ts'],
] as const;

/**
 * Modules that esbuild would keep for what they do when they are loaded: the paginators, and what
 * endpoint rules call, which every client that has such rules sets itself.
 */
export const KEPT_ONLY_IF_USED = [
  ['lib-dynamodb/dist-es/index.js', './pagination', 'pagination/index.js'],
  ['core/dist-es/submodules/client/index.js', './util-endpoints/aws', 'util-endpoints/aws.js'],
] as const;

/** Redirects imports by their importing module and their text. */
const redirect = (
  onResolve: PluginBuild['onResolve'],
  imports: readonly (readonly [importer: string, specifier: string, to: string])[],
  folderOf: (importer: string) => string,
): void => {
  const specifiers = imports.map(([, specifier]) => specifier.replaceAll('.', '\\.'));
  onResolve({ filter: new RegExp(`^(${specifiers.join('|')})$`) }, ({ importer, path }) => {
    const from = importer.split(sep).join('/');
    const found = imports.find(
      ([end, specifier]) => specifier === path && from.endsWith(`/${end}`),
    );
    return found && { path: join(folderOf(importer), found[2]), sideEffects: false };
  });
};

/**
 * Leaves out of bundles what functions on Lambda, with DynamoDB's operations on items, never use of
 * the SDK: 84 kB, 17% to 20% of a cold start (decision 15). `lean-sdk.test.ts` compares what
 * replaces it with the SDK itself.
 */
export const leanSdk: Plugin = {
  name: 'lean-sdk',
  setup: ({ onLoad, onResolve }) => {
    redirect(onResolve, REPLACED_IMPORTS, () => REPLACEMENTS);
    redirect(onResolve, KEPT_ONLY_IF_USED, dirname);
    // Our protocol reads no schemas but the name of the operation: 10 kB.
    onLoad(
      { filter: /[\\/]client-dynamodb[\\/]dist-es[\\/]schemas[\\/]schemas_0\.js$/ },
      async ({ path }) => {
        const names = (await readFile(path, 'utf8')).matchAll(/^export (?:const|var) ([\w$]+)/gm);
        return { contents: [...names].map(([, name = '']) => exportOperation(name)).join('\n') };
      },
    );
    // The client sends its version: 2 kB.
    onLoad({ filter: /[\\/]client-dynamodb[\\/]package\.json$/ }, async ({ path }) => ({
      contents: JSON.stringify({ version: JSON.parse(await readFile(path, 'utf8')).version }),
      loader: 'json',
    }));
  },
};

/** Also for schemas of other kinds, which nothing reads. */
const exportOperation = (name: string): string =>
  `export const ${name} = [9, 'com.amazonaws.dynamodb', '${name.replace('$', '')}', 0, 'unit', 'unit'];`;
