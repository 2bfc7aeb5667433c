import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { PetStoreStack } from '../../infra/stacks/pet-store-stack.ts';
import { addRulePacks } from '../../infra/stacks/rule-packs.ts';
import { STAGES } from '../../infra/stacks/stages.ts';
import type { SynthesisCase, SynthesisResult } from './synthesize-stack.ts';

/** The content of the bundles makes no difference here: a small folder, as each is copied. */
const bundleOf = () => join(import.meta.dirname, '__snapshots__');

const openStack = (app: App, { stage, now, changes, ...rest }: SynthesisCase): Stack => {
  if (!rest.unguarded) {
    return new PetStoreStack(app, {
      config: { ...STAGES[stage ?? 'staging'], ...changes },
      bundleOf,
      now: new Date(now ?? '2026-11-21'),
      keepPastRemoval: rest.keepPastRemoval ?? [],
    });
  }
  const stack = new Stack(app, 'Stack');
  new Bucket(stack, 'Unguarded');
  addRulePacks(app);
  return stack;
};

const synthesize = (one: SynthesisCase): SynthesisResult => {
  const app = new App();
  try {
    const stack = openStack(app, one);
    const annotations = Annotations.fromStack(stack);
    const texts = (found: { entry: { data?: unknown } }[]) =>
      found.map(({ entry }) => String(entry.data));
    return {
      template: Template.fromStack(stack).toJSON(),
      warnings: texts(annotations.findWarning('*', Match.anyValue())),
      errors: texts(annotations.findError('*', Match.anyValue())),
    };
  } catch (error) {
    return { failure: String(error) };
  } finally {
    rmSync(app.outdir, { recursive: true, force: true });
  }
};

/** A program: synthesizes a stack for each case in its argument, and prints the results. */
const cases: SynthesisCase[] = JSON.parse(process.argv[2] ?? '[]');
const results = cases.map(synthesize);
process.stdout.write(JSON.stringify(results), () => process.exit(0));
