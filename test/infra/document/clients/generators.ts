import { join } from 'node:path';
import {
  OAPI_CODEGEN,
  OPENAPI_PYTHON_CLIENT,
  OPENAPI_PYTHON_CLIENT_FOLDER,
} from '../tool-paths.ts';

/** A program with its arguments. */
export type Call = readonly [command: string, ...words: string[]];

/** How a language gets a client from the document, and what uses it. */
export interface Generator {
  readonly language: 'go' | 'python' | 'typescript';
  /** To be there, or else: `npm run tools -- document`. */
  readonly tool: string;
  /** Run in a copy of the language's folder. The client goes into its folder `petstore`. */
  readonly generate: (document: string) => readonly Call[];
  /** What the generated code has for an operation. */
  readonly methodOf: (operationId: string) => RegExp;
  readonly walk: readonly Call[];
}

const ROOT = join(import.meta.dirname, '../../../..');
const OPENAPI_TS = join(import.meta.dirname, '../node_modules/@hey-api/openapi-ts/bin/run.js');

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const pascal = (name: string) => name.replace(/^./, (letter) => letter.toUpperCase());

export const GENERATORS: readonly Generator[] = [
  {
    language: 'python',
    tool: OPENAPI_PYTHON_CLIENT,
    generate: (document) => [
      [
        OPENAPI_PYTHON_CLIENT,
        ...['generate', '--path', document, '--config', 'config.yaml', '--fail-on-warning'],
        ...['--meta', 'none', '--output-path', 'petstore'],
      ],
    ],
    methodOf: (operationId) => new RegExp(`/${snake(operationId)}\\.py$`, 'm'),
    walk: [[join(OPENAPI_PYTHON_CLIENT_FOLDER, 'bin/python'), 'walk.py']],
  },
  {
    language: 'go',
    tool: OAPI_CODEGEN.command,
    generate: (document) => [
      ['mkdir', 'petstore'],
      [
        OAPI_CODEGEN.command,
        ...['-generate', 'types,client', '-package', 'petstore', '-o', 'petstore/client.gen.go'],
        document,
      ],
    ],
    methodOf: (operationId) =>
      new RegExp(`^func \\(c \\*ClientWithResponses\\) ${pascal(operationId)}WithResponse\\(`, 'm'),
    walk: [['go', 'build', '-o', 'walk', '.'], ['./walk']],
  },
  {
    language: 'typescript',
    tool: OPENAPI_TS,
    generate: (document) => [
      [process.execPath, OPENAPI_TS, '--input', document, '--output', 'petstore'],
    ],
    methodOf: (operationId) => new RegExp(`^export const ${operationId} = `, 'm'),
    walk: [
      [
        join(ROOT, 'node_modules/.bin/tsc'),
        ...[
          '--ignoreConfig',
          '--noEmit',
          '--strict',
          '--allowImportingTsExtensions',
          '--skipLibCheck',
        ],
        ...['--target', 'es2024', '--module', 'esnext', '--moduleResolution', 'bundler'],
        ...['--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types'), 'walk.ts'],
      ],
      [
        join(ROOT, 'node_modules/.bin/esbuild'),
        ...['--bundle', '--platform=node', '--format=esm', '--outfile=walk.mjs', 'walk.ts'],
      ],
      [process.execPath, 'walk.mjs'],
    ],
  },
];
