/** Why a command was not carried out, in one line with what to do about it. Exit status 1. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

/** What is wrong with a command as it was typed, and how to type it. Exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The error for an id without an account. */
export const noAccount = (accountId: string): RefusedError =>
  new RefusedError(`There is no account ${accountId}: account list shows those there are.`);
