import { expect, test } from '@jest/globals';
import { readOverrides } from '../../infra/overrides.ts';

const overridesOf = (context: Record<string, unknown>) => readOverrides((name) => context[name]);

test('says nothing otherwise than the code by itself', () => {
  expect(overridesOf({})).toEqual({ keepPastRemoval: [] });
});

test('reads how to release, whether to limit accounts, and which operations to keep', () => {
  const said = { release: 'all-at-once', accountLimits: 'off' };
  expect(overridesOf({ ...said, keepPastRemoval: 'getPet' })).toEqual({
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
  expect(() => overridesOf(context)).toThrow('Invalid');
});
