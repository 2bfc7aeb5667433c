import { join } from 'node:path';
import {
  OAPI_CODEGEN,
  OGEN,
  OPENAPI_GENERATOR,
  OPENAPI_PYTHON_CLIENT_FOLDER,
  TOOLS,
} from '../tool-paths.ts';
import * as programs from './programs.ts';

/** How a language gets a client from the document, and what uses it. Commands are of the shell. */
export interface Generator {
  /** Name and version, as the page has them. */
  readonly name: string;
  readonly language: string;
  /** What a user types, too. The document is `openapi.json`; the client goes into the folder `petstore`. */
  readonly generate: string;
  /** The commands and files that have to be there. */
  readonly needs: string;
  /** A folder next to this file that is copied first. */
  readonly files?: string;
  readonly program: programs.Program;
  /** Where the program goes. */
  readonly file: string;
  /** Compiles the program. @default nothing */
  readonly compile?: string;
  readonly walk: string;
  /** Whether numbers beyond 2^53 are rounded. All else is exact. */
  readonly rounds?: boolean;
  /** Whether a status of tomorrow is read. */
  readonly readsNewStatus?: boolean;
  /** Where a program names the address of createMessage. */
  readonly address: string;
}

const ROOT = join(import.meta.dirname, '../../../..');
const DOCUMENT_TOOLS = join(import.meta.dirname, '../node_modules/.bin');

/** Where commands are looked for. */
export const PATH = [
  ...[OAPI_CODEGEN.folder, OGEN.folder, OPENAPI_GENERATOR.folder],
  ...[join(OPENAPI_PYTHON_CLIENT_FOLDER, 'bin'), DOCUMENT_TOOLS],
  ...[join(ROOT, 'node_modules/.bin'), process.env['PATH']],
].join(':');

/** Cargo keeps there what it built of libraries. */
export const CARGO_TARGET_DIR = join(TOOLS, 'cargo-target');

const openapiGenerator = (generator: string, options: string, needs: string) => ({
  name: `openapi-generator ${OPENAPI_GENERATOR.version}`,
  generate:
    `openapi-generator-cli generate -g ${generator} -i openapi.json -o petstore ${options}`.trim(),
  needs: `java openapi-generator-cli ${needs}`,
});

const GO = {
  language: 'Go',
  files: 'go',
  file: 'main.go',
  compile: 'go build -o walk .',
  walk: './walk',
};

const TYPESCRIPT = {
  language: 'TypeScript',
  file: 'walk.ts',
  compile: `tsc --noEmit --strict --allowImportingTsExtensions --skipLibCheck --target es2024 --lib es2024,dom,dom.iterable --module esnext --moduleResolution bundler --types node --typeRoots '${ROOT}/node_modules/@types' walk.ts && esbuild --bundle --platform=node --format=esm --outfile=walk.mjs walk.ts`,
  walk: 'node walk.mjs',
  rounds: true,
  readsNewStatus: true,
} as const;

const maven = (main: string) => ({
  compile:
    'mvn -q -B -f petstore -Dmaven.test.skip compile dependency:build-classpath -Dmdep.outputFile=classpath',
  walk: `java -cp "petstore/target/classes:$(cat petstore/classpath)" ${main}`,
});

/** Every generator that the page names, by a short name. */
export const GENERATORS: Readonly<Record<string, Generator>> = {
  'openapi-python-client': {
    name: 'openapi-python-client 0.29.1',
    language: 'Python',
    generate:
      'openapi-python-client generate --path openapi.json --meta none --output-path petstore --fail-on-warning',
    needs: 'openapi-python-client',
    program: programs.openapiPythonClient,
    file: 'walk.py',
    walk: 'python walk.py',
    address: '`AuthenticatedClient(base_url=…)`',
  },
  'openapi-generator-python': {
    ...openapiGenerator('python', '--package-name petstore', 'openapi-python-client'),
    language: 'Python',
    program: programs.openapiGeneratorPython,
    file: 'petstore/walk.py',
    walk: 'python petstore/walk.py',
    address: '`host` with `ignore_operation_servers=True`',
  },
  'oapi-codegen': {
    ...GO,
    name: 'oapi-codegen 2.8.2',
    generate:
      'mkdir petstore && oapi-codegen -generate types,client -package petstore -o petstore/client.go openapi.json',
    needs: 'go oapi-codegen',
    program: programs.oapiCodegen,
    readsNewStatus: true,
    address: '`NewClientWithResponses(…)`',
  },
  ogen: {
    ...GO,
    name: 'ogen 1.24.0',
    generate: 'ogen --target petstore --package petstore openapi.json',
    needs: 'go ogen',
    program: programs.ogen,
    address: '`NewClient(…)`',
  },
  'openapi-generator-go': {
    ...GO,
    ...openapiGenerator('go', '--additional-properties packageName=petstore,withGoMod=false', 'go'),
    program: programs.openapiGeneratorGo,
    address: '`OperationServers`',
  },
  'openapi-generator-java': {
    ...openapiGenerator('java', '--library native', 'mvn'),
    ...maven('Walk'),
    language: 'Java',
    program: programs.openapiGeneratorJava,
    file: 'petstore/src/main/java/Walk.java',
    address: '`updateBaseUri(…)`',
  },
  'openapi-generator-kotlin': {
    ...openapiGenerator('kotlin', '', 'mvn'),
    ...maven('WalkKt'),
    language: 'Kotlin',
    files: 'kotlin',
    program: programs.openapiGeneratorKotlin,
    file: 'petstore/src/main/kotlin/Walk.kt',
    address: '`QuickstartApi(basePath)`',
  },
  'openapi-generator-rust': {
    ...openapiGenerator('rust', '--package-name petstore', 'cargo'),
    language: 'Rust',
    program: programs.openapiGeneratorRust,
    file: 'petstore/examples/walk.rs',
    compile:
      'cd petstore && cargo add --quiet --dev tokio@1 --features rt-multi-thread,macros && cargo build --quiet --example walk',
    walk: '"$CARGO_TARGET_DIR/debug/examples/walk"',
    address: '`base_path`',
  },
  'openapi-generator-ruby': {
    ...openapiGenerator(
      'ruby',
      '--library typhoeus --additional-properties gemName=petstore',
      'ruby',
    ),
    language: 'Ruby',
    program: programs.openapiGeneratorRuby,
    file: 'walk.rb',
    walk: 'ruby -I petstore/lib walk.rb',
    address: '`host` with `ignore_operation_servers`',
  },
  'openapi-generator-php': {
    ...openapiGenerator('php', '--additional-properties invokerPackage=Petstore', 'php'),
    language: 'PHP',
    program: programs.openapiGeneratorPhp,
    file: 'walk.php',
    walk: 'php -d include_path=/usr/share/php walk.php',
    address: '`hostIndex`: 0 is production, 1 staging; others by a middleware of Guzzle',
  },
  'openapi-generator-typescript': {
    ...TYPESCRIPT,
    ...openapiGenerator('typescript-fetch', '', ''),
    program: programs.openapiGeneratorTypescript,
    address: '`basePath`',
  },
  'hey-api': {
    ...TYPESCRIPT,
    name: '@hey-api/openapi-ts 0.99.0',
    generate: 'openapi-ts --input openapi.json --output petstore',
    needs: 'openapi-ts',
    program: programs.heyApi,
    address: '`createClient({ baseUrl })`',
  },
  orval: {
    ...TYPESCRIPT,
    name: 'orval 8.38.0',
    generate: 'orval --client fetch --input openapi.json --output petstore/pet-store.ts',
    needs: 'orval',
    program: programs.orval,
    address: 'your own `fetch`, which gets a path',
  },
  'openapi-fetch': {
    ...TYPESCRIPT,
    name: 'openapi-typescript 7.13.0, openapi-fetch 0.17.0',
    generate: 'openapi-typescript openapi.json --default-non-nullable false -o petstore/paths.ts',
    needs: 'openapi-typescript',
    program: programs.openapiFetch,
    address: '`createClient({ baseUrl })`',
  },
};
