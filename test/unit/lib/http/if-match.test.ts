import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { conditionalRead, IfMatch } from '../../../../lib/revisions/entity-tags.ts';
import { newRevision } from '../../../../lib/revisions/revision.ts';

const revisions = fc.array(fc.constant(0).map(newRevision), { minLength: 1, maxLength: 100 });
const listOf = (count: number, tag = (index: number) => `"tag-${index}"`) =>
  Array.from({ length: count }, (_, index) => tag(index)).join(', ');

describe('If-Match', () => {
  test('gives the revisions of the tags in it, in whatever list', () => {
    const gaps = fc.constantFrom(',', ', ', ' , ', '\t,\t', ',,', ', ,');
    fc.assert(
      fc.property(revisions, gaps, (tags, gap) => {
        expect(IfMatch.parse(tags.map((tag) => `"${tag}"`).join(gap))).toEqual(tags);
      }),
    );
  });

  test.each([
    ['*', '*'],
    ['"a"', ['a']],
    ['""', ['']],
    ['"a,b", "c"', ['a,b', 'c']],
    ['"*"', ['*']],
    ['W/"a"', []],
    ['W/"a", "b"', ['b']],
    ['"\u00e9"', ['\u00e9']],
    [', "a",', ['a']],
  ])('%s is well-formed, and a weak tag matches nothing', (text, expected) => {
    expect(IfMatch.parse(text)).toEqual(expected);
  });

  const EMPTY = ['', ' ', ','];
  const NOT_QUOTED = ['abc', '"abc', 'abc"', "'abc'", 'w/"a"', 'W/ "a"'];
  const NOT_ONE_TAG = ['"a" "b"', '"a b"', '"a\u0007b"', '*, "a"', '*, *'];
  test.each([...EMPTY, ...NOT_QUOTED, ...NOT_ONE_TAG])('%j is refused', (text) => {
    expect(IfMatch.safeParse(text).success).toBe(false);
  });

  test('takes a hundred tags and no more', () => {
    expect(IfMatch.parse(listOf(100))).toHaveLength(100);
    expect(IfMatch.safeParse(listOf(101)).success).toBe(false);
    expect(IfMatch.parse(listOf(400, () => 'W/"a"'))).toEqual([]);
  });

  test('takes 4,096 characters and no more', () => {
    expect(IfMatch.safeParse(`"${'a'.repeat(4094)}"`).success).toBe(true);
    expect(IfMatch.safeParse(`"${'a'.repeat(4095)}"`).success).toBe(false);
  });

  test.each([
    ['one tag', `"${'a'.repeat(100_000)}"`],
    ['commas', `${','.repeat(100_000)}"a"`],
    ['commas and spaces without a tag', `"a"${', '.repeat(50_000)}x`],
    ['tags that do not end', '"a", "'.repeat(16_000)],
  ])('of 100 KB of %s is refused in time that grows as its length does', (_what, text) => {
    const begun = performance.now();
    expect(IfMatch.safeParse(text).success).toBe(false);
    // A twentieth of a second, or minutes if each character is looked at again from each other one.
    expect(performance.now() - begun).toBeLessThan(10_000);
  });
});

test('If-None-Match takes weak tags as well, up to a hundred', () => {
  const parse = (text: string) => conditionalRead.safeParse({ 'If-None-Match': text }).data;
  expect(parse('W/"a", "b"')).toEqual({ 'If-None-Match': ['a', 'b'] });
  expect(parse('*')).toEqual({ 'If-None-Match': '*' });
  expect(parse(listOf(100, () => 'W/"a"'))).toEqual({ 'If-None-Match': Array(100).fill('a') });
  expect(parse(listOf(101, () => 'W/"a"'))).toBeUndefined();
});
