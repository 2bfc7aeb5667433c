import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * Has this thread load a bundle's modules as Lambda does. A package.json around the bundle says nothing: on AWS there is
 * none around `/var/task`, and in a project of ES modules each `.js` of a bundle would be one. And what a bundle does not
 * hold of the AWS SDK is there all the same.
 * Lambda Developer Guide, "Runtime-included SDK versions" in "Building Lambda functions with Node.js".
 * @param root the bundle's real path
 */
export const loadAsLambdaDoes = (root: string): void => {
  const rootUrl = `${pathToFileURL(root).href}/`;
  registerHooks({
    load: (url, context, next) => {
      const isForeign =
        context.format === 'module' &&
        url.startsWith(rootUrl) &&
        url.endsWith('.js') &&
        !hasPackage(root, dirname(fileURLToPath(url)));
      if (!isForeign) return next(url, context);
      return { format: 'commonjs', source: readFileSync(new URL(url)), shortCircuit: true };
    },
    resolve: (specifier, context, next) => {
      try {
        return next(specifier, context);
      } catch (error) {
        if (!/^@(?:aws-sdk|smithy)\//.test(specifier)) throw error;
        return next(specifier, { ...context, parentURL: import.meta.url });
      }
    },
  });
};

const hasPackage = (root: string, folder: string): boolean =>
  existsSync(join(folder, 'package.json')) ||
  (folder !== root && hasPackage(root, dirname(folder)));
