import { fstatSync, statSync } from 'node:fs';
import { type Account, accountState } from '../../lib/accounts/account-record.ts';
import { AUTHORIZER_CACHE_SECONDS } from '../../lib/accounts/api-key.ts';
import { type Key, keyState } from '../../lib/accounts/key-record.ts';
import { writeJson } from '../../lib/values/json.ts';
import { RefusedError } from './errors.ts';

/** What a command prints: the result on standard output, messages on standard error. */
export interface Output {
  /**
   * To standard output: the value with --json, else the text. It is no error if the reader has
   * ended, as `head` does.
   * @throws RefusedError if it cannot be written there
   */
  readonly result: (value: unknown, text: string) => Promise<void>;
  /**
   * Like `result`, but the reader must still be there.
   * @throws Error if it is not
   */
  readonly secret: (value: unknown, text: string) => Promise<void>;
  /** To standard error. */
  readonly note: (text: string) => void;
}

/** Prints to the two standard streams. */
export const createOutput = (json = false): Output => {
  const print = (value: unknown, text: string) =>
    new Promise<void>((resolve, reject) => {
      process.stdout.once('error', reject);
      process.stdout.write(`${json ? writeJson(value, 2) : text}\n`, (error) =>
        error ? reject(error) : resolve(),
      );
    });
  return {
    secret: print,
    result: (value, text) =>
      print(value, text).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'EPIPE') return;
        throw new RefusedError(`Standard output cannot be written (${error.message}).`);
      }),
    note: (text) => console.error(text),
  };
};

/**
 * Makes sure that standard output leads somewhere, before a key is made that is shown only once.
 * Node opens the null device if standard output was closed.
 * @throws RefusedError if it does not
 */
export const requireReader = (): void => {
  if (fstatSync(1).rdev === statSync('/dev/null', { throwIfNoEntry: false })?.rdev) {
    throw new RefusedError(
      'Standard output goes nowhere, so nobody would see the key: redirect it elsewhere.',
    );
  }
};

/** An account's record with its state. Its keys have records of their own. */
export const accountView = ({ keys: _keys, ...account }: Account) => ({
  ...account,
  state: accountState(account),
});

/** A key's record with its state. */
export const keyView = (key: Key, now: Date = new Date()) => ({
  ...key,
  state: keyState(key, now),
});

/** Lists accounts for people. */
export const accountTable = (accounts: readonly Account[]): string =>
  table(
    ['ACCOUNT', 'NAME', 'STATE', 'LIMIT', 'CREATED (UTC)'],
    ...accounts.map((account) => [
      account.accountId,
      account.name,
      accountState(account),
      limitText(account),
      minute(account.createdAt),
    ]),
  );

/** An account's limit, as text. */
export const limitText = ({ requestLimit }: Account): string =>
  requestLimit ? `${requestLimit.rate} a second, ${requestLimit.burst} at once` : 'the stage’s';

/** Lists keys for people. */
export const keyTable = (keys: readonly Key[], now: Date = new Date()): string =>
  table(
    [
      'KEY',
      'ACCOUNT',
      'NAME',
      'SCOPE',
      'LAST FOUR',
      'STATE',
      'EXPIRES (UTC)',
      'LAST USED (UTC HOUR)',
    ],
    ...keys.map((key) => [
      key.keyId,
      key.accountId,
      key.name,
      key.scope,
      key.lastFour,
      keyState(key, now),
      minute(key.expiresAt),
      minute(key.lastUsedAt).slice(0, '2026-11-25 02'.length),
    ]),
  );

/**
 * When a key is refused at the latest. API Gateway caches an authorizer's answer from before the
 * key's end, and from before the end was written.
 */
export const refusedBy = (end: Date, written: Date = new Date()): string =>
  new Date(
    Math.max(end.getTime(), written.getTime()) + AUTHORIZER_CACHE_SECONDS * 1000,
  ).toISOString();

const minute = (time: string | undefined): string => time?.slice(0, 16).replace('T', ' ') ?? '-';

/** Columns as wide as their longest cell, two spaces apart. */
export const table = (...rows: readonly (readonly string[])[]): string => {
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(width(column)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};
