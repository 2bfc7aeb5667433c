import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { bundleFunctions } from './bundle.ts';
import { readOverrides } from './overrides.ts';
import { PetStoreStack } from './pet-store-stack.ts';
import { STAGES } from './stages.ts';

const app = new App();
const { release } = readOverrides(app);
const bundles = await bundleFunctions(join(app.outdir, 'bundles'));
for (const config of Object.values(STAGES)) {
  const overridden = release ? { ...config, release } : config;
  new PetStoreStack(app, { config: overridden, bundles, now: new Date() });
}
app.synth();
