import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { APIS, type ApiName, type Contract } from '../../../lib/http/contract.ts';
import clientPackage from '../../../packages/client/package.json' with { type: 'json' };
import { componentsOf } from '../document/document.ts';
import { partsOf } from '../generate/operation-parts.ts';
import { methodsOf } from './methods.ts';
import { clientTypes, guardsIn } from './types.ts';

/** The class with the operations of an API, and what it is. */
const CLASSES: Readonly<Record<ApiName, readonly [name: string, comment: string]>> = {
  pets: ['PetStoreOperations', 'The operations at the pets’ address. `PetStore` has more.'],
  quickstart: [
    'Quickstart',
    'A client of the quickstart’s address, which is not that of the pets.',
  ],
};

/** What methods may take from the code by hand. */
const IMPORTS = `import { isEither, isListOf, isNothing, isObjectOf } from './answers.ts';
import { conditionOf, idOf } from './etags.ts';
import { EventPage, eventPageOf } from './events.ts';
import { bodyOf } from './exchange.ts';
import { createList, List, Page, pageOf } from './list.ts';
import { CallOptions, ClientOptions, CreateOptions, PutOptions, ReadOptions } from './options.ts';
import { unlessGone } from './retry.ts';
import { createSend, Send } from './send.ts';`;

/**
 * The generated files of the client: texts by path.
 * @throws Error for a contract of a form that the client does not know
 */
export const clientFiles = (contracts: readonly Contract[]) => {
  const operations = contracts.map(partsOf);
  const components = componentsOf(contracts);
  const types = clientTypes(operations, components);
  const classes = APIS.map((api) => {
    const [name, comment] = CLASSES[api];
    const methods = operations
      .filter(({ contract }) => contract.api === api)
      .map((parts) => methodsOf(parts, operations, components));
    return `/** ${comment} Every method throws a PetStoreError if its request fails. */
export class ${name} {
  readonly #send: Send;

  /** @throws TypeError if the address or the key is missing, or cannot be one */
  constructor(options: ClientOptions) {
    this.#send = createSend(options);
  }

  ${methods.join('\n')}
}`;
  }).join('\n\n');
  const typeNames = [...types.matchAll(/^export \w+ (\w+)/gm)].map(([, name = '']) => name);
  const imports = `${IMPORTS}\nimport { ${typeNames.join(', ')} } from './types.ts';`;
  const guards = guardsIn(classes, components).join('\n');
  return Object.fromEntries([
    fileOf('types.ts', types),
    fileOf('version.ts', `export const VERSION = '${clientPackage.version}';`),
    fileOf('operations.ts', [imports, guards, classes].join('\n\n')),
  ]);
};

const BIOME = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');

/**
 * A file with its path, as `npx biome check --write` would format it.
 * @throws Error if it is not TypeScript
 */
const fileOf = (name: string, text: string): readonly [path: string, text: string] => {
  const path = `packages/client/src/${name}`;
  const words = [BIOME, 'check', '--write', `--stdin-file-path=${path}`];
  const input = `// Made by \`npm run generate\`: do not edit.\n\n${text}`;
  return [path, execFileSync(process.execPath, words, { input, encoding: 'utf8', stdio: 'pipe' })];
};
