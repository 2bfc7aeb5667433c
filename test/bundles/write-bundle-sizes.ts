import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleFunctions } from '../../infra/stacks/bundle/bundle.ts';
import { ownTemporaryFolder } from '../support/temporary-folder.ts';

/** A program: writes down the bytes of each bundle, which `bundle-sizes.test.ts` holds them to. */
const bundles = await bundleFunctions(join(ownTemporaryFolder(), 'bundles'));
const sizes = [...bundles].map(([name, folder]) => [
  name,
  statSync(join(folder, 'index.mjs')).size,
]);
writeFileSync(
  join(import.meta.dirname, 'bundle-sizes.json'),
  `${JSON.stringify(Object.fromEntries(sizes), null, 2)}\n`,
);
console.log('test/bundles/bundle-sizes.json: written');
