import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { bundleFunctions } from './bundle.ts';
import { PetStoreStack } from './pet-store-stack.ts';
import { STAGES } from './stages.ts';

const app = new App();
const bundles = await bundleFunctions(join(app.outdir, 'bundles'));
for (const config of Object.values(STAGES)) {
  new PetStoreStack(app, { config, bundles, now: new Date() });
}
app.synth();
