import fc from 'fast-check';

const [SURROGATES, COUNT, CODE_POINTS] = [0xd800, 0x800, 0x110000];

/**
 * Any code point of Unicode but surrogates, as a unit of `fc.string`. The library's own, `binary`, keeps a map of all of
 * them, which takes a second in each file of tests. The way back from a character is what fast-check mixes `__proto__`
 * and the like into texts by.
 */
export const anyCharacter: fc.Arbitrary<string> = fc.nat({ max: CODE_POINTS - COUNT - 1 }).map(
  (index) => String.fromCodePoint(index < SURROGATES ? index : index + COUNT),
  (character) => {
    const [only, ...more] = typeof character === 'string' ? [...character] : [];
    const codePoint = only?.codePointAt(0);
    if (codePoint === undefined || more.length > 0) throw new Error('That is not one character');
    return codePoint < SURROGATES ? codePoint : codePoint - COUNT;
  },
);
