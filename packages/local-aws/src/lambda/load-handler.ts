import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { holdsModules, loadAsLambdaDoes } from './lambda-modules.ts';
import { sourceMapFile } from './source-map.ts';

/** Where a function's code and its handler are. */
export interface HandlerLocation {
  /** The directory of the bundle. */
  readonly directory: string;
  /** The text of `index.js`, where the template holds it instead of a bundle. */
  readonly source?: string | undefined;
  /** `<module>.<export>`, as `index.handler`. */
  readonly handler: string;
}

/** A handler, as a bundle exports it. */
export type Handler = (
  event: unknown,
  context: object,
  callback: (error: unknown, value?: unknown) => void,
) => unknown;

class HandlerNotFound extends Error {
  override name = 'Runtime.HandlerNotFound';
}

/**
 * Loads a handler as Lambda's runtime for Node does. This changes how the thread loads modules.
 * Lambda Developer Guide, "Define Lambda function handler in Node.js"; the order of files is that
 * of aws/aws-lambda-nodejs-runtime-interface-client, UserFunction.js.
 * @throws Error with the name Runtime.HandlerNotFound if there is none, or the module's own error
 */
export const loadHandler = async (location: HandlerLocation): Promise<Handler> => {
  const { source, handler } = location;
  if (source !== undefined) return loadSource(source, handler);
  const root = realpathSync(location.directory);
  loadAsLambdaDoes(root, sourceMapFile(root));
  const [, module = '', path = ''] = /^([^.]*)\.(.*)$/.exec(basename(handler)) ?? [];
  const file = ['.js', '.mjs', '.cjs']
    .map((extension) => join(root, dirname(handler), `${module}${extension}`))
    .find(existsSync);
  const found = file && memberOf(await load(root, file), path);
  if (isHandler(found)) return found;
  throw new HandlerNotFound(`${handler} is undefined or not exported`);
};

const load = async (root: string, file: string): Promise<unknown> => {
  const isModule = file.endsWith('.js') ? holdsModules(root, dirname(file)) : file.endsWith('.mjs');
  return isModule ? import(pathToFileURL(file).href) : createRequire(file)(file);
};

/** The file can be removed: a loaded module does not need it. */
const loadSource = async (source: string, handler: string): Promise<Handler> => {
  const directory = mkdtempSync(join(tmpdir(), 'function-'));
  try {
    writeFileSync(join(directory, 'index.js'), source);
    return await loadHandler({ directory, handler });
  } finally {
    rmSync(directory, { recursive: true });
  }
};

const memberOf = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((holder, name) => Object(holder)[name], value);

const isHandler = (value: unknown): value is Handler => typeof value === 'function';
