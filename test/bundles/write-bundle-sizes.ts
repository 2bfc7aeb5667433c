import { statSync } from 'node:fs';
import { join } from 'node:path';
import { writeGenerated } from '../../infra/openapi/generate/write-generated.ts';
import { bundleFunctions } from '../../infra/stacks/bundle/bundle.ts';
import { ownTemporaryFolder } from '../support/temporary-folder.ts';

/** A program: writes down the bytes of each bundle, which `bundle-sizes.test.ts` holds them to. */
const bundles = await bundleFunctions(join(ownTemporaryFolder(), 'bundles'));
const sizes = [...bundles].map(([name, folder]) => [
  name,
  statSync(join(folder, 'index.mjs')).size,
]);
const text = JSON.stringify(Object.fromEntries(sizes), null, 2);
writeGenerated('test/bundles/bundle-sizes.json', `${text}\n`);
