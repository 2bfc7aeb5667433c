import { join } from 'node:path';
import { Annotations, App } from 'aws-cdk-lib';
import { AccountStack, BudgetStack } from './account-stacks.ts';
import { bundle, functionEntries } from './bundle/bundle.ts';
import { BUNDLE_SETTINGS, WHOLE_SDK_SETTINGS } from './bundle/settings.ts';
import { readContextOptions } from './context-options.ts';
import { exampleAddresses } from './example-addresses.ts';
import { PetStoreStack } from './pet-store-stack.ts';
import { addRulePacks } from './rule-packs.ts';
import { STAGES } from './stages.ts';

const app = new App();
const { release, streams, sdk, keepPastRemoval } = readContextOptions(app.node.getAllContext());
const settings = sdk === 'whole' ? WHOLE_SDK_SETTINGS : BUNDLE_SETTINGS;
const bundles = join(app.outdir, 'bundles');
await bundle(functionEntries(), bundles, settings);
new BudgetStack(app);
const account = new AccountStack(app);
for (const config of Object.values(STAGES)) {
  const stack = new PetStoreStack(app, {
    config: { ...config, ...(release && { release }), ...(streams && { streams }) },
    bundleOf: (folder) => join(bundles, folder),
    now: new Date(),
    keepPastRemoval,
  });
  stack.addStackDependency(account);
  const examples = exampleAddresses(config);
  if (examples.length > 0) {
    Annotations.of(stack).addWarningV2(
      'addresses',
      `These are still examples, or missing: ${examples.join(', ')}. Put your own into infra/stacks/addresses.ts.`,
    );
  }
}
addRulePacks(app);
app.synth();
