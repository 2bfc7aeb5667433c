import { CloudFormationServiceException } from '@aws-sdk/client-cloudformation';
import { ResourceNotFoundException } from '@aws-sdk/client-dynamodb';
import { expect, test } from '@jest/globals';
import { explainError } from '../../../../infra/operator/terminal/errors.ts';
import { StorageTimeoutError } from '../../../../lib/errors/storage-errors.ts';

const answer = (name: string, message: string) =>
  new CloudFormationServiceException({ name, message, $fault: 'client', $metadata: {} });

test.each([
  // A stack that is not there, and rights that are missing.
  [
    answer('ValidationError', 'Stack with id a does not exist'),
    /a does not exist in .*: deploy it/,
  ],
  [answer('AccessDenied', 'perform: cloudformation:Describe'), /lack a right.*cloudformation:Desc/],
  [answer('AccessDeniedException', 'perform: dynamodb:Scan'), /lack a right.*dynamodb:Scan/],
  [answer('UnauthorizedException', 'perform: apigateway:POST'), /lack a right.*apigateway:POST/],
  // Quotas and paces of API Gateway.
  [answer('LimitExceededException', 'no'), /no room for another API key.*docs\/operators\.md/],
  [answer('TooManyRequestsException', 'no'), /try again in a minute/],
  // Credentials.
  [
    Object.assign(new Error('Not here'), { name: 'CredentialsProviderError' }),
    /\(Not here\): sign in/,
  ],
  [answer('ExpiredToken', 'expired'), /\(expired\): sign in/],
  [answer('InvalidClientTokenId', 'no'), /\(no\): sign in/],
  // Storage.
  [new ResourceNotFoundException({ message: 'no', $metadata: {} }), /table.*is missing: deploy/],
  [new StorageTimeoutError('Late', { cause: new Error('hang up') }), /^Late \(hang up\): look at/],
])('explains %p in one line with what to do', (error, expected) => {
  expect(explainError(error)).toMatch(expected);
  expect(explainError(error)).not.toContain('\n');
});

test('leaves what nobody foresaw alone', () => {
  expect(explainError(new TypeError('x is not a function'))).toBeUndefined();
  expect(explainError('text')).toBeUndefined();
});
