import { expect, test } from '@jest/globals';
import { filterPattern, matchesPattern } from '../src/streams/filter-pattern.ts';

const record = {
  eventName: 'MODIFY',
  dynamodb: { NewImage: { name: { S: 'Rex' }, tags: { SS: ['a', 'b'] }, sold: { BOOL: false } } },
};
const image = (NewImage: object) => ({ dynamodb: { NewImage } });

test.each([
  ['a value', { eventName: ['INSERT', 'MODIFY'] }, true],
  ['another value', { eventName: ['INSERT'] }, false],
  ['a boolean', image({ sold: { BOOL: [false] } }), true],
  ['one of a list', image({ tags: { SS: ['b'] } }), true],
  ['none of a list', image({ tags: { SS: ['c'] } }), false],
  ['a prefix', image({ name: { S: [{ prefix: 'Re' }] } }), true],
  ['another prefix', image({ name: { S: [{ prefix: 'ex' }] } }), false],
  ['anything but a value', image({ name: { S: [{ 'anything-but': ['Max'] }] } }), true],
  ['anything but its value', image({ name: { S: [{ 'anything-but': 'Rex' }] } }), false],
  [
    'anything but a value that is missing',
    image({ age: { N: [{ 'anything-but': ['1'] }] } }),
    false,
  ],
  ['what exists', image({ name: { S: [{ exists: true }] } }), true],
  ['what does not', image({ age: { N: [{ exists: false }] } }), true],
  [
    'one of two that does not match',
    { eventName: ['MODIFY'], ...image({ age: { N: ['1'] } }) },
    false,
  ],
])('a filter finds %s', (_, pattern, expected) => {
  expect(matchesPattern(record, filterPattern.parse(JSON.stringify(pattern)))).toBe(expected);
});

test('an operator that is not known is refused', () => {
  expect(filterPattern.safeParse('{"a":[{"numeric":[">",1]}]}').success).toBe(false);
  expect(filterPattern.safeParse('{"$or":[{"a":[1]},{"b":[1]}]}').success).toBe(false);
});
