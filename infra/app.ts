import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { AccountStack } from './account-stack.ts';
import { bundleFunctions } from './bundle.ts';
import { readOverrides } from './overrides.ts';
import { PetStoreStack } from './pet-store-stack.ts';
import { addRulePacks } from './rule-packs.ts';
import { STAGES } from './stages.ts';

const app = new App();
const { release, accountLimits, keepPastRemoval } = readOverrides((name) =>
  app.node.tryGetContext(name),
);
const bundles = await bundleFunctions(join(app.outdir, 'bundles'));
const account = new AccountStack(app);
for (const config of Object.values(STAGES)) {
  const stack = new PetStoreStack(app, {
    config: release ? { ...config, release } : config,
    bundles,
    now: new Date(),
    accountLimits,
    keepPastRemoval,
  });
  stack.addStackDependency(account);
}
addRulePacks(app);
app.synth();
