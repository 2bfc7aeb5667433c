import fc from 'fast-check';

const [SURROGATES, COUNT, CODE_POINTS] = [0xd800, 0x800, 0x110000];

/**
 * Any code point of Unicode but surrogates, as a unit of `fc.string`. The library's own, `binary`,
 * builds a map of all of them, which takes a second in each test file. fast-check uses the reverse
 * mapping to mix in texts such as `__proto__`.
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
