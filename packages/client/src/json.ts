/** A string or a number of a JSON text. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const WHOLE_NUMBER = /^-?\d+$/;
const MARK = '$int64';

/**
 * Reads JSON. Whole numbers become bigint, because a number rounds them beyond 2^53. Each is first wrapped in an object:
 * Node 20 does not give a reviver the source text.
 */
export const parseJson = (text: string): unknown =>
  JSON.parse(
    text.replace(TOKEN, (token) => (WHOLE_NUMBER.test(token) ? `{"${MARK}":"${token}"}` : token)),
    (_key, value: unknown) => (isMarked(value) ? BigInt(value[MARK]) : value),
  );

const isMarked = (value: unknown): value is { readonly [MARK]: string } =>
  typeof value === 'object' && value !== null && MARK in value && typeof value[MARK] === 'string';

/**
 * Writes JSON. A bigint becomes a number with all its digits.
 * @param name what an error calls the value
 * @throws TypeError for a number that is not an integer, or may have lost digits
 */
export const writeJson = (value: unknown, name = 'The body'): string => {
  if (typeof value === 'bigint' || typeof value === 'number') return exactText(name, value);
  if (Array.isArray(value)) return `[${value.map((member) => writeJson(member, name)).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${writeJson(member, key)}`).join()}}`;
};

/**
 * Writes a value of a request as text, an id with all its digits, and a list with commas between.
 * @param name what the error calls it
 * @throws TypeError for a number that is not an integer or may have lost digits, an object, or undefined
 */
export const exactText = (name: string, value: unknown): string => {
  if (Array.isArray(value)) return value.map((item) => exactText(name, item)).join();
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    throw new TypeError(
      `${name} is ${value}, which is not an integer or may have lost digits: give a bigint, such as 7n.`,
    );
  }
  if (typeof value === 'object' || value === undefined) {
    throw new TypeError(
      `${name} must be a text, a number or a list of them: of a pet or an order, give its id. Options come in the last argument.`,
    );
  }
  return String(value);
};
