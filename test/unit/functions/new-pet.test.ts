import { describe, expect, test } from '@jest/globals';
import { NewPet } from '../../../functions/create-pet/new-pet.ts';

const faults = (value: unknown) =>
  NewPet.safeParse(value).error?.issues.map(({ path, message }) => [...path, message].join(' '));

describe('a new pet', () => {
  test('is available unless it says otherwise', () => {
    expect(NewPet.parse({ name: 'Rex', categoryId: 1n })).toEqual({
      name: 'Rex',
      categoryId: 1n,
      status: 'available',
    });
  });

  test('loses the members that nobody declared, a client’s id among them', () => {
    const pet = { name: 'Rex', categoryId: 1n, status: 'sold', id: 5n, colour: 'red' };
    expect(NewPet.parse(pet)).toEqual({ name: 'Rex', categoryId: 1n, status: 'sold' });
  });

  test.each(['x', '\u{1F436}'.repeat(256), ' . ', '\u0000', '‮Rex', 'é'.normalize('NFD')])(
    'keeps the name %j exactly',
    (name) => {
      expect(NewPet.parse({ name, categoryId: 1n }).name).toBe(name);
    },
  );

  test.each([
    ['', 'name must be 1 to 256 characters long'],
    ['x'.repeat(257), 'name must be 1 to 256 characters long'],
    [' \t\u00a0\u2003', 'name must hold a character that is not white space'],
    ['Rex\ud800', 'name must be well-formed Unicode, without lone surrogates'],
    [null, 'name must be a string'],
    [7n, 'name must be a string'],
    [undefined, 'name is required'],
  ])('refuses the name %j', (name, message) => {
    expect(faults({ name, categoryId: 1n })).toEqual([message]);
  });

  test.each([1.5, '7', null, 2n ** 63n, -(2n ** 63n) - 1n])(
    'refuses categoryId %p',
    (categoryId) => {
      expect(faults({ name: 'Rex', categoryId })).toEqual([
        'categoryId must be a JSON number without a fraction, from -9223372036854775808 to 9223372036854775807',
      ]);
    },
  );

  test.each(['', 'Available', null, 1n])('refuses status %p', (status) => {
    expect(faults({ name: 'Rex', categoryId: 1n, status })).toEqual([
      'status must be one of available, pending, sold',
    ]);
  });

  test.each([[[]], [null], ['x'], [1n]])('refuses %p, as it is not an object', (value) => {
    expect(faults(value)).toEqual(['The body must be a JSON object']);
  });

  test('names every fault at once', () => {
    expect(faults({ name: '', status: 'lost' })).toHaveLength(3);
  });
});
