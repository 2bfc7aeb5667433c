import { readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Plugin } from 'esbuild';

const REPLACEMENTS = join(import.meta.dirname, 'replacements');

const CONFIG = join(REPLACEMENTS, 'config.ts');

const DYNAMODB = 'client-dynamodb/dist-es/runtimeConfig.shared.js';

/**
 * Imports of the SDK that functions never use, or of which they need little: the importing module,
 * the import, and the file in `replacements/`, which has the reason.
 */
export const REPLACED_IMPORTS = [
  [DYNAMODB, '@aws-sdk/core/protocols', 'aws-json-protocol.ts'],
  [DYNAMODB, '@aws-sdk/dynamodb-codec', 'left-out.ts'],
  [DYNAMODB, './endpoint/endpointResolver', 'endpoint-resolver.ts'],
  ['submodules/client/index.js', './middleware-logger/loggerMiddleware', 'left-out.ts'],
  ['smithy-client/command.js', '@smithy/core/schema', 'left-out.ts'],
  ['smithy-client/command.js', './schemaLogFilter', 'left-out.ts'],
  ['middleware-retry/configurations.js', '../util-retry/AdaptiveRetryStrategy', 'left-out.ts'],
  ['sha256/Sha256Node.js', './Sha256Js', 'left-out.ts'],
  ['regionConfig/config.js', './getInstanceMetadataRegion', 'left-out.ts'],
  ['adaptors/getEndpointFromInstructions.js', '../service-customizations', 'left-out.ts'],
  ['signature-v4/dist-es/SignatureV4.js', './HeaderFormatter', 'left-out.ts'],
] as const;

/**
 * Leaves out of bundles what functions on Lambda, with DynamoDB's operations on items, never use of
 * the SDK: 81 kB, 15% to 26% of a cold start (decision 15). `lean-sdk.test.ts` compares what
 * replaces it with the SDK itself.
 */
export const leanSdk: Plugin = {
  name: 'lean-sdk',
  setup: ({ onLoad, onResolve }) => {
    const specifiers = REPLACED_IMPORTS.map(([, specifier]) => specifier.replaceAll('.', '\\.'));
    onResolve({ filter: new RegExp(`^(${specifiers.join('|')})$`) }, ({ importer, path }) => {
      const from = importer.split(sep).join('/');
      const replaced = REPLACED_IMPORTS.find(
        ([end, specifier]) => specifier === path && from.endsWith(`/${end}`),
      );
      return replaced && { path: join(REPLACEMENTS, replaced[2]), sideEffects: false };
    });
    // Not an alias, as the replacement imports the rest from the same module. The SDK reads ten settings at its first
    // call. Each that is not in the environment costs an exception and a look into the files of `~/.aws`: 7 to 8%.
    onResolve({ filter: /^@smithy\/core\/config$/ }, ({ importer }) =>
      importer === CONFIG ? undefined : { path: CONFIG },
    );
    // The SDK imports it for operations with event streams, which DynamoDB does not have. That saves 19 kB, and a bundle is
    // one file without lazy imports: 2 to 4%.
    onResolve({ filter: /^@smithy\/core\/event-streams$/ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    );
    // What endpoint rules call. Its package says that it must always be loaded, but clients that have
    // such rules load it: 6 kB.
    onResolve({ filter: /^\.\/util-endpoints\/aws$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, `${path}.js`),
      sideEffects: false,
    }));
    // Lambda's errors, and schemas of commands that are not called: 62 kB. Without its class an error
    // keeps its name, and is of the class that all of Lambda's errors share. Schemas that nothing
    // uses are only left out where esbuild is told that making them changes nothing else.
    onLoad({ filter: /[\\/]client-lambda[\\/].+[\\/]schemas_0\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8'))
        .replaceAll(/^n0_registry\.registerError\(.+\);$/gm, '')
        .replaceAll(/^(export var [\w$]+ =) (\[[^;]+\]);$/gm, '$1 /* @__PURE__ */ (() => $2)();'),
    }));
    // The only thing that `aws-json-protocol.ts` reads of a schema is the operation's name: 5 kB.
    onLoad({ filter: /[\\/]client-dynamodb[\\/].+[\\/]schemas_0\.js$/ }, async ({ path }) => {
      const names = (await readFile(path, 'utf8')).matchAll(/^export (?:const|var) ([\w$]+)/gm);
      return { contents: [...names].map(([, name = '']) => exportOperation(name)).join('\n') };
    });
  },
};

/** Also for schemas of other kinds, which nothing reads. */
const exportOperation = (name: string): string =>
  `export const ${name} = [9, 'com.amazonaws.dynamodb', '${name.replace('$', '')}', 0, 'unit', 'unit'];`;
