import { App } from 'aws-cdk-lib';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { operations } from '../../functions/index.ts';
import { kebabCase, PetStoreStack } from '../../infra/pet-store-stack.ts';
import { STAGES } from '../../infra/stages.ts';

/** A program: prints the warnings of synthesizing staging at the date that is its argument. */
const folders = operations.map(({ operationId }) => kebabCase(operationId));
const stack = new PetStoreStack(new App(), {
  config: STAGES.staging,
  bundles: new Map(
    [...folders, 'authorizer', 'unmatched'].map((name) => [name, import.meta.dirname]),
  ),
  now: new Date(process.argv[2] ?? ''),
});
const warnings = Annotations.fromStack(stack).findWarning('*', Match.anyValue());
console.log(JSON.stringify(warnings.map(({ entry }) => entry.data)));
