import { CommanderError } from 'commander';
import { MOST_KEYS } from '../../../lib/accounts/account-record.ts';
import type { KeyRefusal } from '../../../lib/accounts/held-keys.ts';
import {
  StorageTimeoutError,
  StorageUnavailableError,
} from '../../../lib/errors/storage-errors.ts';
import { firstLine, StartupError } from '../../command-line/errors.ts';

/** Why a command was not carried out, in one line with what to do about it. Exit status 1. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

/** What is wrong with a command as it was typed, and how to type it. Exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const refusedKey = (accountId: string, refusal: KeyRefusal): RefusedError => {
  const changed =
    'The key was rolled or revoked at the same moment: nothing came of this one. key list shows what holds.';
  const reasons: Readonly<Record<KeyRefusal, string>> = {
    account_closed: `The account ${accountId} was closed, for good.`,
    held_key_changed: changed,
    key_record_changed: changed,
    key_limit: `The account ${accountId} has ${MOST_KEYS} keys that work, and cannot have more: revoke one of them first.`,
    no_account: `There is no account ${accountId}: account list shows those there are.`,
  };
  return new RefusedError(reasons[refusal]);
};

export const noAccount = (accountId: string): RefusedError => refusedKey(accountId, 'no_account');

const CREDENTIALS =
  /^(CredentialsProviderError|ExpiredToken(Exception)?|InvalidClientTokenId|SignatureDoesNotMatch|UnrecognizedClientException)$/;

const ADVICE: Readonly<Record<string, string>> = {
  LimitExceededException:
    'API Gateway has no room for another API key in this account and region: docs/operators.md names the quota.',
  ConflictException: 'Another command changed API Gateway at the same time: run this one again.',
  NotFoundException: 'Another command changed API Gateway at the same time: run this one again.',
  TooManyRequestsException: 'API Gateway asks for a slower pace: try again in a minute.',
  ResourceNotFoundException:
    'A table of the stage is missing: deploy the stage, or on this machine run npm start once.',
};

/** One line with advice about an expected failure of AWS, storage or the network; undefined for all other errors. */
export const explainError = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof StorageUnavailableError || error instanceof StorageTimeoutError) {
    return `${error.message} (${firstLine(error.cause)}): look at the list, then try again.`;
  }
  const message = firstLine(error);
  if (/^Region (is missing|not accepted)/.test(message)) {
    return 'There is no AWS region, or none of that name: set AWS_REGION to the one that the stage was deployed to.';
  }
  if (error.name === 'MalformedQueryException') return message;
  if (error.name === 'ValidationError' && message.includes('does not exist')) {
    return `${message} in this account and region: deploy it, or set AWS_REGION and AWS_PROFILE to where it is.`;
  }
  if (/^(AccessDenied(Exception)?|UnauthorizedException)$/.test(error.name)) {
    return `The AWS credentials lack a right that docs/operators.md lists: ${message}`;
  }
  if (CREDENTIALS.test(error.name)) {
    return `There are no AWS credentials that work (${message}): sign in (aws sso login), or choose a profile with AWS_PROFILE.`;
  }
  if ('code' in error && /^E[A-Z]+$/.test(String(error.code))) {
    return `AWS cannot be reached (${message}): check the network and AWS_REGION.`;
  }
  return ADVICE[error.name];
};

/** Prints why a command was not carried out, and gives the exit status. */
export const reportError = (program: string, error: unknown): number => {
  // Commander has already printed its message, or the help.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const expected = [RefusedError, StartupError, UsageError].some((type) => error instanceof type);
  const text = explainError(error) ?? (expected ? firstLine(error) : undefined);
  console.error(text === undefined ? error : `${program}: ${text}`);
  return error instanceof UsageError ? 2 : 1;
};
