import { expect, test } from '@jest/globals';
import { readContextOptions } from '../../infra/stacks/context-options.ts';

test('says nothing otherwise than the code by itself', () => {
  expect(readContextOptions({})).toEqual({ keepPastRemoval: [] });
});

test('reads how to release, and which operations to keep', () => {
  expect(
    readContextOptions({
      release: 'all-at-once',
      streams: 'off',
      sdk: 'whole',
      keepPastRemoval: 'getPet',
    }),
  ).toEqual({
    release: 'all-at-once',
    streams: 'off',
    sdk: 'whole',
    keepPastRemoval: ['getPet'],
  });
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
