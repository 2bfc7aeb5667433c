/** Why the local server cannot start or go on, in one line with advice. */
export class StartupError extends Error {
  override readonly name: string = 'StartupError';
}
