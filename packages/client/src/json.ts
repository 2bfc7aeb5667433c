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
 * Writes what `JSON.stringify` writes, but a bigint as a number with all its digits.
 * @throws TypeError for a number that is not an integer or may have lost digits, a cycle, or a body that JSON does not have
 */
export const writeJson = (body: unknown): string => {
  // No text of the body can have this mark.
  const mark = crypto.randomUUID();
  const text: string | undefined = JSON.stringify(
    body,
    function (this: object, key, value: unknown) {
      // A program may have given bigint a `toJSON`, which was called already.
      const given: unknown = Reflect.get(this, key);
      if (typeof given === 'bigint' || given instanceof BigInt) return `${mark}${given}`;
      if (typeof value === 'number' || value instanceof Number) {
        exactText(Array.isArray(this) ? 'A number in a list' : key || 'The body', Number(value));
      }
      return value;
    },
  );
  if (text === undefined) throw new TypeError('The body must be a value that JSON has.');
  return text.replaceAll(new RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1');
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
