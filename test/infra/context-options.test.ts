import { expect, test } from '@jest/globals';
import { readContextOptions } from '../../infra/stacks/context-options.ts';

test('reads how to release, and which operations to keep, and says nothing by itself', () => {
  const options = { release: 'all-at-once', streams: 'off', sdk: 'whole' };
  const read = readContextOptions({ ...options, keepPastRemoval: 'getPet' });
  expect(read).toEqual({ ...options, keepPastRemoval: ['getPet'] });
  expect(readContextOptions({})).toEqual({ keepPastRemoval: [] });
});

test.each([
  { release: 'sometimes' },
  { release: true },
  { sdk: 'lean' },
  { streams: 'on' },
  { keepPastRemoval: 'getPets' },
  { keepPastRemoval: 'createPet' }, // not deprecated, so a mistake
  { keepPastRemoval: 'getPet, listPets' },
])('refuses %p', (context) => {
  expect(() => readContextOptions(context)).toThrow('Invalid');
});
