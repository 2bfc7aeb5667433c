/**
 * JSON text with lossless integers: every number that is a whole number becomes a bigint,
 * in every size and notation (`7`, `7.0`, `7e0`), and every bigint is written as a JSON number.
 *
 * Built on the `source` of a reviver's context and on `JSON.rawJSON`
 * (ECMAScript proposal "JSON.parse source text access", in Node since 22): a library would make cold starts longer.
 */
declare global {
  interface JSON {
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
    ): unknown;
    rawJSON(text: string): unknown;
  }
}

/** A whole number needs at most this many digits to be an int64; longer ones stay inexact numbers. */
const MAX_DIGITS = 19;

/** Longer notations of a number stay inexact numbers: only an attacker writes them, to cost us time. */
const MAX_TEXT = 100;

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** Reads a JSON number's text as a bigint; undefined if it is not whole or is beyond 19 digits or 100 characters. */
export const parseWholeNumber = (text: string): bigint | undefined => {
  if (text.length > MAX_TEXT) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  if (digits === '') return whole === '' ? undefined : 0n;
  const significant = digits.replace(/0+$/, '');
  const zeros = Number(exponent) - fraction.length + digits.length - significant.length;
  if (zeros < 0 || significant.length + zeros > MAX_DIGITS) return undefined;
  return BigInt(`${sign}${significant}${'0'.repeat(zeros)}`);
};

/** Arrays and objects are nested too deeply to be read. */
export class DepthError extends Error {
  override readonly name = 'DepthError';
}

/** The stack takes four times as many, but how many depends on where the code runs. */
const MAX_LEVELS = 500;

/** Strings as a whole, as brackets in them do not count. An unclosed one is a string too, or it would be scanned twice. */
const TOKEN = /"(?:[^"\\]|\\.)*"?|[[\]{}]/gs;

const requireShallow = (text: string): void => {
  // Each level takes two characters.
  if (text.length <= 2 * MAX_LEVELS) return;
  let levels = 0;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '[' || token === '{') levels += 1;
    else if (token === ']' || token === '}') levels -= 1;
    if (levels > MAX_LEVELS) {
      throw new DepthError(`The JSON is nested too deeply: use ${MAX_LEVELS} levels at most.`);
    }
  }
};

/**
 * Parses JSON text; whole numbers of up to 19 digits come as bigint, all other numbers as number.
 * @throws SyntaxError if the text is not JSON (RFC 8259)
 * @throws DepthError if it is nested more than 500 levels deep
 */
export const parseJson = (text: string): unknown => {
  requireShallow(text);
  return JSON.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined ? (parseWholeNumber(source) ?? value) : value,
  );
};

/** Bigints become JSON numbers of full precision. @param indent spaces a level. @default 0, all on one line */
export const writeJson = (value: unknown, indent = 0): string =>
  JSON.stringify(
    value,
    (_key, member: unknown) =>
      typeof member === 'bigint' ? JSON.rawJSON(member.toString()) : member,
    indent,
  );
