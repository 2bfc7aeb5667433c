import { expect, test } from '@jest/globals';
import { readContextOptions } from '../../infra/stacks/context-options.ts';

const optionsOf = (context: Record<string, unknown>) => readContextOptions((name) => context[name]);

test('says nothing otherwise than the code by itself', () => {
  expect(optionsOf({})).toEqual({ keepPastRemoval: [] });
});

test('reads how to release, whether to limit accounts, and which operations to keep', () => {
  const said = { release: 'all-at-once', accountLimits: 'off' };
  expect(optionsOf({ ...said, keepPastRemoval: 'getPet' })).toEqual({
    ...said,
    keepPastRemoval: ['getPet'],
  });
});

test.each([
  { release: 'sometimes' },
  { release: true },
  { accountLimits: 'on' },
  { keepPastRemoval: 'getPets' },
  { keepPastRemoval: 'createPet' }, // not deprecated, so a mistake
  { keepPastRemoval: 'getPet, listPets' },
])('refuses %p', (context) => {
  expect(() => optionsOf(context)).toThrow('Invalid');
});
