/** All that `npm run dev` makes of changed sources, besides bundles: `fresh-worker.ts` imports it again and again. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { AccountStack } from '../stacks/account-stack.ts';
import { PetStoreStack } from '../stacks/pet-store-stack.ts';
import { STAGES } from '../stacks/stages.ts';
import { cdkConfiguration } from './cdk-configuration.ts';
import type { MakeSite } from './local-site.ts';

/** Makes the reference. It is imported late, as most changes are taken in without it. */
export const makeSite: MakeSite = async (...facts) =>
  (await import('./local-site.ts')).localSite(...facts);

/**
 * Synthesizes the staging stack alone, and without the rule packs: that takes an eighth of the time.
 * @param bundles the folder with the functions' bundles
 */
export const synthesizeStaging = (outdir: string, bundles: string): void => {
  const { context } = cdkConfiguration();
  const app = new App({ outdir, context });
  const stack = new PetStoreStack(app, {
    config: STAGES.staging,
    bundles: new Map(
      readdirSync(bundles, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => [name, join(bundles, name)]),
    ),
    now: new Date(),
    keepPastRemoval: [],
  });
  stack.addStackDependency(new AccountStack(app));
  app.synth();
};
