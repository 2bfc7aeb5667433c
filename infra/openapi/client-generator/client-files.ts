import { APIS, type ApiName, type Contract } from '../../../lib/http/contract.ts';
import clientPackage from '../../../packages/client/package.json' with { type: 'json' };
import type { JsonObject } from '../document/json.ts';
import { partsOf } from '../generate/operation-parts.ts';
import { guardsIn } from './guards.ts';
import { methodsOf } from './methods.ts';
import { clientTypes } from './types.ts';
import { formatted } from './typescript.ts';

/** The class with the operations of an API, and what it is. */
const CLASSES: Readonly<Record<ApiName, readonly [name: string, comment: string]>> = {
  pets: ['PetStoreOperations', 'The operations at the pets’ address. `PetStore` has more.'],
  quickstart: [
    'Quickstart',
    'A client of the quickstart’s address, which is not that of the pets.',
  ],
};

/** What methods may take from the code by hand. */
const MODULES = {
  './answers.ts': ['isEither', 'isListOf', 'isNothing', 'isObjectOf'],
  './events.ts': ['EventPage', 'eventPageOf'],
  './exchange.ts': ['bodyOf'],
  './list.ts': ['createList', 'List', 'Page', 'pageOf'],
  './options.ts': ['CallOptions', 'ClientOptions', 'CreateOptions', 'PutOptions', 'ReadOptions'],
  './retry.ts': ['unlessGone'],
  './send.ts': ['createSend', 'Send'],
  './etags.ts': ['conditionOf', 'idOf'],
};

const FOLDER = 'packages/client/src';
const NOTE = '// Made by `npm run generate`: do not edit.';

/**
 * The generated files of the client: texts by path.
 * @throws Error for a contract of a form that the client does not know
 */
export const clientFiles = (
  contracts: readonly Contract[],
  components: JsonObject,
): Readonly<Record<string, string>> => {
  const operations = contracts.map(partsOf);
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
  const code = [...guardsIn(classes, components), '', classes].join('\n');
  const typeNames = [...types.matchAll(/^export \w+ (\w+)/gm)].map(([, name = '']) => name);
  const imports = Object.entries({ ...MODULES, './types.ts': typeNames }).map(
    ([path, names]) => `import { ${names.join(', ')} } from '${path}';`,
  );
  const texts = {
    [`${FOLDER}/types.ts`]: `${NOTE}\n\n${types}`,
    [`${FOLDER}/version.ts`]: `${NOTE}\n\nexport const VERSION = '${clientPackage.version}';`,
    [`${FOLDER}/operations.ts`]: `${NOTE}\n\n${imports.join('\n')}\n\n${code}`,
  };
  return Object.fromEntries(
    Object.entries(texts).map(([path, text]) => [path, formatted(path, text)]),
  );
};
