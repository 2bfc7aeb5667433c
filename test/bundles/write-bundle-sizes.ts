import { basename, dirname, join } from 'node:path';
import { writeGenerated } from '../../infra/openapi/generate/write-generated.ts';
import { bundle, functionEntries } from '../../infra/stacks/bundle/bundle.ts';
import { ownTemporaryFolder } from '../support/temporary-folder.ts';
import bundleSizes from './bundle-sizes.json' with { type: 'json' };

/** A program: writes down the bytes of each bundle, which `bundle-sizes.test.ts` holds them to, and says which outgrew theirs. */
const before: Readonly<Record<string, number>> = bundleSizes;
const { outputs } = await bundle(functionEntries(), join(ownTemporaryFolder(), 'bundles'));
const sizes = Object.entries(outputs)
  .filter(([file]) => file.endsWith('.mjs'))
  .map(([file, { bytes }]) => [basename(dirname(file)), bytes] as const);
for (const [name, bytes] of sizes) {
  const percent = (100 * bytes) / (before[name] ?? bytes) - 100;
  if (percent > 2) console.log(`${name} grew by ${percent.toFixed(1)}%: say why in the commit`);
}
const text = JSON.stringify(Object.fromEntries(sizes), null, 2);
writeGenerated('test/bundles/bundle-sizes.json', `${text}\n`);
