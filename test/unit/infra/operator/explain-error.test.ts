import { CloudFormationServiceException } from '@aws-sdk/client-cloudformation';
import { ResourceNotFoundException } from '@aws-sdk/client-dynamodb';
import { expect, test } from '@jest/globals';
import { explainError } from '../../../../infra/operator/explain-error.ts';
import { StorageTimeoutError } from '../../../../lib/errors/storage-errors.ts';

const answer = (name: string, message: string) =>
  new CloudFormationServiceException({ name, message, $fault: 'client', $metadata: {} });

test.each([
  [
    'a stack that is not there',
    answer('ValidationError', 'Stack with id pet-store-staging does not exist'),
    /pet-store-staging does not exist in this account and region: deploy it, or set AWS_REGION/,
  ],
  [
    'a right that is missing',
    answer('AccessDenied', 'User: ann is not authorized to perform: cloudformation:DescribeStacks'),
    /lack a right.*cloudformation:DescribeStacks/,
  ],
  [
    "a right that is missing, in DynamoDB's words",
    answer('AccessDeniedException', 'not authorized to perform: dynamodb:Scan'),
    /lack a right.*dynamodb:Scan/,
  ],
  [
    "a right that is missing, in API Gateway's words",
    answer('UnauthorizedException', 'not authorized to perform: apigateway:POST'),
    /lack a right.*apigateway:POST/,
  ],
  [
    'a quota of API Gateway that is reached',
    answer('LimitExceededException', 'no'),
    /no room for another API key or usage plan.*docs\/operators\.md/,
  ],
  ['a pace that is too quick', answer('TooManyRequestsException', 'no'), /try again in a minute/],
  [
    'a profile that is not there',
    Object.assign(new Error('Could not resolve'), { name: 'CredentialsProviderError' }),
    /There are no AWS credentials \(Could not resolve\): sign in/,
  ],
  ['credentials that have expired', answer('ExpiredToken', 'expired'), /have expired: sign in/],
  ['credentials that are unknown', answer('InvalidClientTokenId', 'no'), /does not know.*sign in/],
  [
    'a table that is missing',
    new ResourceNotFoundException({ message: 'no', $metadata: {} }),
    /table.*is missing: deploy/,
  ],
  [
    'storage that does not answer',
    new StorageTimeoutError('Storage did not answer', { cause: new Error('hang up') }),
    /^Storage did not answer \(hang up\): look at the list, then try again/,
  ],
])('explains %s in one line with what to do', (_what, error, expected) => {
  expect(explainError(error)).toMatch(expected);
  expect(explainError(error)).not.toContain('\n');
});

test('leaves what nobody foresaw alone', () => {
  expect(explainError(new TypeError('x is not a function'))).toBeUndefined();
  expect(explainError('text')).toBeUndefined();
});
