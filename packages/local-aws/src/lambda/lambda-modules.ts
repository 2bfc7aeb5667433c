import { existsSync, readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * Makes this thread load a bundle's modules as Lambda does.
 * A package.json outside of the bundle is ignored: on AWS there is none around `/var/task`, and in
 * a project of ES modules it would make each `.js` of a bundle one. The AWS SDK can be imported
 * even if the bundle lacks it, as far as this package depends on it: the clients of DynamoDB.
 * Lambda Developer Guide, "Runtime-included SDK versions" in "Building Lambda functions with
 * Node.js".
 * @param root the bundle's real path
 * @param mapFile the source map of its `index.mjs`, if there is one: debuggers are told of it
 */
export const loadAsLambdaDoes = (root: string, mapFile: string): void => {
  const ownRequire = createRequire(import.meta.url);
  const rootUrl = `${pathToFileURL(root).href}/`;
  const mappedUrl = existsSync(mapFile) ? `${rootUrl}index.mjs` : undefined;
  const mapComment = `//# sourceMappingURL=${pathToFileURL(mapFile).href}`;
  registerHooks({
    load: (url, context, next) => {
      if (url === mappedUrl) {
        const source = `${readFileSync(new URL(url), 'utf8')}\n${mapComment}`;
        return { format: 'module', source, shortCircuit: true };
      }
      const isForeign =
        context.format === 'module' &&
        url.startsWith(rootUrl) &&
        url.endsWith('.js') &&
        packageOf(root, dirname(fileURLToPath(url))) === undefined;
      if (!isForeign) return next(url, context);
      return { format: 'commonjs', source: readFileSync(new URL(url)), shortCircuit: true };
    },
    resolve: (specifier, context, next) => {
      try {
        return next(specifier, context);
      } catch (error) {
        if (!/^@(?:aws-sdk|smithy)\//.test(specifier)) throw error;
        return { url: pathToFileURL(ownRequire.resolve(specifier)).href, shortCircuit: true };
      }
    },
  });
};

/** Whether `.js` files of a folder are ES modules, by the nearest package.json in the bundle. */
export const holdsModules = (root: string, folder: string): boolean => {
  const file = packageOf(root, folder);
  return file !== undefined && JSON.parse(readFileSync(file, 'utf8')).type === 'module';
};

const packageOf = (root: string, folder: string): string | undefined => {
  const file = join(folder, 'package.json');
  if (existsSync(file)) return file;
  return folder === root ? undefined : packageOf(root, dirname(folder));
};
