/** Why a stack cannot be served, in one line with advice. */
export class StartupError extends Error {
  override readonly name: string = 'StartupError';
}

/** The first line of an error's message. */
export const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1).join('');
