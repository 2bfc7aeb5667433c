import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { weighFunctions } from '../support/bundle-size.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A program: writes down what bundles weigh now, which `bundle-sizes.test.ts` holds them to. */
const folder = await temporaryFolder();
const sizes = await weighFunctions(folder.path);
writeFileSync(
  join(import.meta.dirname, 'bundle-sizes.json'),
  `${JSON.stringify(sizes, null, 2)}\n`,
);
await folder.remove();
