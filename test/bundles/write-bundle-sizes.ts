import { basename, dirname, join } from 'node:path';
import { writeGenerated } from '../../infra/openapi/generate/write-generated.ts';
import { bundle, functionEntries } from '../../infra/stacks/bundle/bundle.ts';
import { ownTemporaryFolder } from '../support/temporary-folder.ts';

/** A program: writes down the bytes of each bundle, which `bundle-sizes.test.ts` holds them to. */
const { outputs } = await bundle(functionEntries(), join(ownTemporaryFolder(), 'bundles'));
const sizes = Object.entries(outputs)
  .filter(([file]) => file.endsWith('.mjs'))
  .map(([file, { bytes }]) => [basename(dirname(file)), bytes]);
const text = JSON.stringify(Object.fromEntries(sizes), null, 2);
writeGenerated('test/bundles/bundle-sizes.json', `${text}\n`);
