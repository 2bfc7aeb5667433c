/**
 * Checks a text that is sent as a header. An HTTP library would repeat the text in its error, and it may be secret.
 * @param name what the error calls it
 * @throws TypeError without the text
 */
export const headerText = (name: string, text: string): string => {
  if (!/^[!-~]+$/.test(text)) {
    throw new TypeError(`${name} must be visible ASCII characters, without spaces or line breaks.`);
  }
  return text;
};
