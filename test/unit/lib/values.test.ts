import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { INT64_MAX, INT64_MIN } from '../../../lib/values/int64.ts';
import { parseJson, parseWholeNumber, writeJson } from '../../../lib/values/json.ts';
import { patchedAttributes, reversePatch } from '../../../lib/values/merge-patch.ts';
import { anyCharacter } from '../../support/any-character.ts';

describe('parseJson', () => {
  test('reads -0 as 0', () => {
    expect(parseJson('-0')).toBe(0n);
  });

  const NO_INT64 = ['1.5', '7e-1', '1e400', '9e99', '12345678901234567890', `1${'0'.repeat(200)}`];
  test.each(NO_INT64)('leaves %s a number, as no int64 can have its value', (text) => {
    expect(typeof parseJson(text)).toBe('number');
  });

  test('looks at no more than a hundred characters of a number', () => {
    expect(parseWholeNumber(`7.${'0'.repeat(98)}`)).toBe(7n);
    expect(parseWholeNumber(`7.${'0'.repeat(99)}`)).toBeUndefined();
  });
});

const int64 = fc.oneof(
  fc.bigInt({ min: INT64_MIN, max: INT64_MAX }),
  fc.bigInt({ min: -100n, max: 100n }),
  fc.constantFrom(INT64_MIN, INT64_MAX, 2n ** 53n, 2n ** 53n + 1n, -(2n ** 53n) - 1n),
);

/** Any Unicode scalar values: what cannot be well-formed UTF-8 is left out. */
const text = fc.string({ unit: anyCharacter });

/** Everything that an operation may write: numbers that are not whole come out of no schema of ours. */
const { value: tree } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    int64,
    text,
    fc.constantFrom(null, true, false),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Number.isInteger(value)),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(text, tie('value'), { maxKeys: 5 }),
  ),
}));

/** A whole number as another program may write it: its value, and its text. */
const notation = fc.oneof(
  fc
    .tuple(int64, fc.integer({ min: 1, max: 70 }))
    .map(([value, zeros]) => [value, `${value}.${'0'.repeat(zeros)}`] as const),
  fc
    .tuple(
      int64.filter((value) => value !== 0n),
      fc.integer({ min: 1, max: 70 }),
    )
    .map(([value, zeros]) => [value, `${value}${'0'.repeat(zeros)}E-${zeros}`] as const),
  fc
    .tuple(int64, fc.integer({ min: 0, max: 18 }), fc.constantFrom('e', 'E', 'e+', 'E+0'))
    .map(([value, most, e]) => {
      const [, whole = '', rest = ''] = /^(-?\d)(\d*)$/.exec(String(value)) ?? [];
      const moved = Math.min(most, rest.length);
      const point = rest.length - moved;
      const fraction = moved === 0 ? '' : `.${rest.slice(point)}`;
      return [value, `${whole}${rest.slice(0, point)}${fraction}${e}${moved}`] as const;
    }),
);

describe('what writeJson writes', () => {
  test('holds every digit of an int64', () => {
    fc.assert(
      fc.property(int64, (value) => {
        expect(writeJson({ value })).toBe(`{"value":${value}}`);
      }),
    );
  });

  test('is read back the same by parseJson, however it is nested', () => {
    fc.assert(
      fc.property(tree, fc.constantFrom(0, 2), (value, indent) => {
        expect(parseJson(writeJson(value, indent))).toEqual(value);
      }),
      { numRuns: 500 },
    );
  });
});

test('every notation of an int64 is read as that number', () => {
  fc.assert(
    fc.property(notation, ([value, number]) => {
      expect(parseJson(`{"a":[${number}]}`)).toEqual({ a: [value] });
    }),
    { numRuns: 1000 },
  );
});

test('null in a patch removes an attribute, and one that is left out stays', () => {
  const patch = { name: 'Rex', breed: null, status: undefined };
  expect(patchedAttributes(patch)).toStrictEqual({ name: 'Rex', breed: undefined });
});

test.each([
  [{ name: 'Rex' }, { name: 'Max' }, { name: 'Rex' }],
  [{ name: 'Rex', breed: 'Beagle' }, { name: 'Rex' }, { breed: 'Beagle' }],
  [{ name: 'Rex' }, { name: 'Rex', breed: 'Beagle' }, { breed: null }],
  [{ tags: ['a', { b: 1n }] }, { tags: ['a', { b: 2n }] }, { tags: ['a', { b: 1n }] }],
  [{ tags: ['a', { b: 1n }], id: 1n }, { tags: ['a', { b: 1n }], id: 2n }, undefined],
])('a change of %p to %p is taken back by %p', (before, after, patch) => {
  expect(reversePatch(['name', 'breed', 'tags'], before, after)).toEqual(patch);
});
