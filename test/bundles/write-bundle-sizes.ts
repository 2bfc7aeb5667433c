import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { weighFunctions } from '../support/bundle-size.ts';
import { ownTemporaryFolder } from '../support/temporary-folder.ts';

/** A program: writes down what bundles weigh now, which `bundle-sizes.test.ts` holds them to. */
const sizes = await weighFunctions(join(ownTemporaryFolder(), 'bundles'));
writeFileSync(
  join(import.meta.dirname, 'bundle-sizes.json'),
  `${JSON.stringify(sizes, null, 2)}\n`,
);
console.log('test/bundles/bundle-sizes.json: written');
