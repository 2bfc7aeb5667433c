import { expect, test } from '@jest/globals';
import { matchesFilter } from '../../../../infra/local/streams/matches-filter.ts';

const record = {
  eventName: 'MODIFY',
  dynamodb: { NewImage: { name: { S: 'Rex' }, sold: { BOOL: false } } },
};
const image = (NewImage: object) => ({ dynamodb: { NewImage } });

test.each([
  ['one of its values', { eventName: ['INSERT', 'MODIFY'] }, true],
  ['another value', { eventName: ['INSERT'] }, false],
  ['a boolean', image({ sold: { BOOL: [false] } }), true],
  ['a prefix', image({ name: { S: [{ prefix: 'Re' }] } }), true],
  ['a value or a prefix', image({ name: { S: ['Max', { prefix: 'Re' }] } }), true],
  ['another prefix', image({ name: { S: [{ prefix: 'ex' }] } }), false],
  ['an attribute that is missing', image({ age: { N: ['1'] } }), false],
  ['one of two', { eventName: ['MODIFY'], ...image({ age: { N: ['1'] } }) }, false],
])('a filter with %s: %j matches: %j', (_, pattern, expected) => {
  expect(matchesFilter(record, pattern)).toBe(expected);
});

test('an operator that it does not know is an error', () => {
  expect(() => matchesFilter(record, { eventName: [{ exists: true }] })).toThrow(
    'The local server does not know this filter: {"exists":true}',
  );
});
