import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseJson, parseWholeNumber, writeJson } from '../../../../lib/http/json.ts';
import { INT64_MAX, INT64_MIN } from '../../../../lib/int64.ts';

describe('parseJson', () => {
  test.each([
    ['9007199254740993', 9007199254740993n],
    ['9223372036854775807', INT64_MAX],
    ['-9223372036854775808', INT64_MIN],
    ['7', 7n],
    ['7.0', 7n],
    ['7e0', 7n],
    ['70e-1', 7n],
    ['1.5e1', 15n],
    ['-0', 0n],
    ['0.000', 0n],
  ])('reads %s as a whole number without losing a digit', (text, value) => {
    expect(parseJson(text)).toBe(value);
  });

  test.each(['1.5', '7e-1', '1e400', '9e99', '12345678901234567890', `1${'0'.repeat(200)}`])(
    'leaves %s a number, as it is no whole number that could be an int64',
    (text) => {
      expect(typeof parseJson(text)).toBe('number');
    },
  );

  test('leaves everything but numbers as JSON.parse gives it', () => {
    expect(parseJson('{"a":["7",null,true,{"b":"x"}]}')).toEqual({
      a: ['7', null, true, { b: 'x' }],
    });
  });

  test('refuses text that is no JSON', () => {
    expect(() => parseJson('{')).toThrow(SyntaxError);
  });

  test('looks at no more than a hundred characters of a number', () => {
    expect(parseWholeNumber(`7.${'0'.repeat(98)}`)).toBe(7n);
    expect(parseWholeNumber(`7.${'0'.repeat(99)}`)).toBeUndefined();
  });
});

describe('writeJson', () => {
  test('writes what parseJson read, for every int64', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: INT64_MIN, max: INT64_MAX }), (value) => {
        expect(writeJson({ value })).toBe(`{"value":${value}}`);
        expect(parseJson(writeJson([value]))).toEqual([value]);
      }),
    );
  });

  test('writes and reads back every well-formed string unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(parseJson(writeJson(text))).toBe(text);
      }),
    );
  });
});
