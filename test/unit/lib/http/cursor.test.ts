import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { RequestError } from '../../../../lib/errors/request-error.ts';
import { cursorFilter, decodeCursor, encodeCursor } from '../../../../lib/http/cursor.ts';
import { cursorParameter } from '../../../../lib/http/list-parameters.ts';
import { INT64_MAX, INT64_MIN } from '../../../../lib/values/int64.ts';
import { anyCharacter } from '../../../support/any-character.ts';

const values = fc.dictionary(
  fc.constantFrom('list', 'status', 'tag'),
  fc.string({ unit: anyCharacter }),
);
const filters = values.map(cursorFilter);
const ids = fc.bigInt({ min: 1n, max: INT64_MAX });

describe('a cursor', () => {
  test('names the same place when it comes back', () => {
    fc.assert(
      fc.property(ids, filters, (after, filter) => {
        expect(decodeCursor(encodeCursor(after, filter), filter)).toBe(after);
      }),
      { examples: [[7n, cursorFilter({ tag: '1.2.3', status: '.' })]] },
    );
  });

  test('belongs to one list with one filter, and fits its parameter with the longest', () => {
    const long = Array.from({ length: 300 }, (_, length) => ({ tag: 'b'.repeat(length) }));
    const all = [{}, { list: 'a' }, { list: 'a', tag: 'b' }, { list: 'a&tag=b' }, ...long];
    const texts = new Set(all.map(cursorFilter));
    expect(texts.size).toBe(all.length);
    const longest = Math.max(...[...texts].map((text) => encodeCursor(INT64_MIN, text).length));
    const { maxLength = 0 } = z.globalRegistry.get(cursorParameter) ?? {};
    expect(longest).toBeLessThanOrEqual(Number(maxLength));
  });

  test.each([0n, -1n, INT64_MIN])(
    'is refused with a good checksum for the id %p, which no pet has',
    (after) => {
      expect(() => decodeCursor(encodeCursor(after, ''), '')).toThrow(RequestError);
    },
  );

  test('is refused when any character of it changed', () => {
    const cursor = encodeCursor(1234n, 'pending');
    for (let position = 0; position < cursor.length; position += 1) {
      const other = cursor[position] === 'A' ? 'B' : 'A';
      const changed = cursor.slice(0, position) + other + cursor.slice(position + 1);
      expect(() => decodeCursor(changed, 'pending')).toThrow(RequestError);
    }
  });

  test('is refused when it is not a cursor at all, or anything was added, however it is decoded', () => {
    const cursor = encodeCursor(1n, '');
    const added = [`${cursor}=`, `${cursor}A`, ` ${cursor}`, `${cursor}\n`];
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (text) => {
        expect(() => decodeCursor(text, '')).toThrow(RequestError);
      }),
      { examples: ['', 'null', ...added].map((text) => [text]) },
    );
  });
});
