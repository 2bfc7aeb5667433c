/** Why the local server cannot start or go on, in one line with advice. */
export class StartupError extends Error {
  override readonly name: string = 'StartupError';
}

/** Handles errors of one type with another result, for `catch`. It throws all other errors. */
export const ifError =
  <Other>(type: new (...args: never[]) => Error, otherwise: Other) =>
  (error: unknown): Other => {
    if (error instanceof type) return otherwise;
    throw error;
  };

/** The message of anything that was thrown, cut to its first line. */
export const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1).join('');
