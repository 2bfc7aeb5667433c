/**
 * Writes a value of a request as text, an id with all its digits, and a list with commas between.
 * @param name what the error calls it
 * @throws TypeError for a number that is not an integer, or may have lost digits
 */
export const exactText = (name: string, value: unknown): string => {
  if (Array.isArray(value)) return value.map((item) => exactText(name, item)).join();
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    throw new TypeError(
      `${name} is ${value}, which is not an integer or may have lost digits: give a bigint, such as 7n.`,
    );
  }
  return String(value);
};
