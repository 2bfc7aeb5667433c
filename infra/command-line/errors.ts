/** Why the local server cannot start or go on, in one line with advice. */
export class StartupError extends Error {
  override readonly name: string = 'StartupError';
}

/** The message of anything that was thrown, cut to its first line. */
export const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1).join('');
