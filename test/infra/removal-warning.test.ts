import { expect, test } from '@jest/globals';
import { App } from 'aws-cdk-lib';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { getPet } from '../../functions/get-pet/contract.ts';
import { operations } from '../../functions/index.ts';
import { listPets } from '../../functions/list-pets/contract.ts';
import { kebabCase, PetStoreStack } from '../../infra/pet-store-stack.ts';
import { removalWarning } from '../../infra/removal-warning.ts';
import { STAGES } from '../../infra/stages.ts';

test.each(['2026-11-20', '2030-09-05T23:59:59Z'])('says nothing on %s', (now) => {
  expect(removalWarning(getPet, new Date(now))).toBeUndefined();
});

test.each(['2030-09-06', '2030-12-05', '2031-01-01'])('warns on %s', (now) => {
  expect(removalWarning(getPet, new Date(now))).toMatch(/^getPet is to be removed on 2030-12-05/);
});

test('never warns of an operation that stays', () => {
  expect(removalWarning(listPets, new Date('2099-01-01'))).toBeUndefined();
});

test.each([
  ['2030-11-01', 1],
  ['2030-09-01', 0],
])('synthesis on %s gives %p warnings', (now, count) => {
  const folders = operations.map(({ operationId }) => kebabCase(operationId));
  const stack = new PetStoreStack(new App(), {
    config: STAGES.staging,
    bundles: new Map(
      [...folders, 'authorizer', 'unmatched'].map((name) => [name, import.meta.dirname]),
    ),
    now: new Date(now),
  });
  const warnings = Annotations.fromStack(stack).findWarning(
    '*',
    Match.stringLikeRegexp('getPet is to be removed'),
  );
  expect(warnings).toHaveLength(count);
});
