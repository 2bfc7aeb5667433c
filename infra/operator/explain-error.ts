import { StorageTimeoutError, StorageUnavailableError } from '../../lib/errors/storage-errors.ts';
import { firstLine } from '../command-line/first-line.ts';

const SIGN_IN = 'sign in (aws sso login), or choose a profile with AWS_PROFILE';

/** Advice by the name of the AWS SDK's error. */
const ADVICE: Readonly<Record<string, string>> = {
  ExpiredToken: `The AWS credentials have expired: ${SIGN_IN}.`,
  ExpiredTokenException: `The AWS credentials have expired: ${SIGN_IN}.`,
  InvalidClientTokenId: `AWS does not know these credentials: ${SIGN_IN}.`,
  SignatureDoesNotMatch: `AWS does not accept these credentials: ${SIGN_IN}.`,
  UnrecognizedClientException: `AWS does not know these credentials: ${SIGN_IN}.`,
  LimitExceededException:
    'API Gateway has no room for another API key or usage plan in this account and region: docs/operators.md names its quotas.',
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
  if (error.name === 'ValidationError' && message.includes('does not exist')) {
    return `${message} in this account and region: deploy it, or set AWS_REGION and AWS_PROFILE to where it is.`;
  }
  if (/^(AccessDenied(Exception)?|UnauthorizedException)$/.test(error.name)) {
    return `The AWS credentials lack a right that docs/operators.md lists: ${message}`;
  }
  if (error.name === 'CredentialsProviderError') {
    return `There are no AWS credentials (${message}): ${SIGN_IN}.`;
  }
  if ('code' in error && /^E[A-Z]+$/.test(String(error.code))) {
    return `AWS cannot be reached (${message}): check the network and AWS_REGION.`;
  }
  return ADVICE[error.name];
};
