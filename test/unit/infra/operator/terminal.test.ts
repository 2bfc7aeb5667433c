import { CloudFormationServiceException } from '@aws-sdk/client-cloudformation';
import { ResourceNotFoundException } from '@aws-sdk/client-dynamodb';
import { expect, jest, test } from '@jest/globals';
import { showWebhooks } from '../../../../infra/operator/commands/webhook-commands.ts';
import { explainError } from '../../../../infra/operator/terminal/errors.ts';
import { refusedBy } from '../../../../infra/operator/terminal/output.ts';
import { createProgress } from '../../../../infra/operator/terminal/progress.ts';
import { StorageTimeoutError } from '../../../../lib/errors/storage-errors.ts';
import type { WebhookState } from '../../../../lib/webhooks/stored-webhook.ts';

const answer = (name: string, message: string) =>
  new CloudFormationServiceException({ name, message, $fault: 'client', $metadata: {} });

test.each([
  // A stack that is not there, and rights that are missing.
  [answer('ValidationError', 'Stack with id a does not exist'), /a does not exist in .*deploy it/],
  [answer('AccessDenied', 'perform: cloudformation:Describe'), /lack a right.*cloudformation:Desc/],
  [answer('AccessDeniedException', 'perform: dynamodb:Scan'), /lack a right.*dynamodb:Scan/],
  [answer('UnauthorizedException', 'perform: apigateway:POST'), /lack a right.*apigateway:POST/],
  // Quotas and paces of API Gateway.
  [answer('LimitExceededException', 'no'), /no room for another API key.*docs\/operators\.md/],
  [answer('TooManyRequestsException', 'no'), /try again in a minute/],
  // Credentials.
  [answer('CredentialsProviderError', 'Not here'), /\(Not here\): sign in/],
  [answer('ExpiredToken', 'expired'), /\(expired\): sign in/],
  [answer('InvalidClientTokenId', 'no'), /\(no\): sign in/],
  // Storage.
  [new ResourceNotFoundException({ message: 'no', $metadata: {} }), /table.*is missing: deploy/],
  [new StorageTimeoutError('Late', { cause: new Error('hang up') }), /^Late \(hang up\): look at/],
])('%p is explained in one line with what to do', (error, expected) => {
  expect(explainError(error)).toMatch(expected);
  expect(explainError(error)).not.toContain('\n');
});

test('an error that nobody foresaw is left alone', () => {
  expect(explainError(new TypeError('x is not a function'))).toBeUndefined();
  expect(explainError('text')).toBeUndefined();
});

// API Gateway keeps what the authorizer answered for 60 seconds.
test('a key is refused at the latest 60 seconds after it ends, or after its end was written, if that is later', () => {
  const at = (second: number) => new Date(Date.UTC(2027, 0, 1, 12, 0, second));
  expect(refusedBy(at(30), at(0))).toBe('2027-01-01T12:01:30.000Z');
  expect(refusedBy(at(0), at(30))).toBe('2027-01-01T12:01:30.000Z');
  const writtenNow = Date.parse(refusedBy(new Date(0)));
  expect((writtenNow - Date.now()) / 1000).toBeCloseTo(60, 0);
});

test('a list of webhooks shows since when each fails, how often, when it is tried next, and why', () => {
  const webhook = { accountId: 'acct_1', id: 'whk_1' } as WebhookState;
  const failing = {
    since: '2026-11-23T07:08:09.000Z',
    attempts: 3n,
    nextAttemptAt: '2026-11-23T09:10:11.000Z',
    lastStatus: 503n,
  };
  const [head, ...rows] = showWebhooks([webhook, { ...webhook, failing }])
    .split('\n')
    .map((line) => line.split(/ {2,}/).slice(-4));
  expect(head).toEqual(['FAILING SINCE', 'FAILED', 'NEXT ATTEMPT', 'LAST FAILURE']);
  expect(rows).toEqual([
    ['-', '-', '-', '-'],
    ['2026-11-23 07:08', '3', '2026-11-23 09:10', '503'],
  ]);
});

test.each([
  [
    'a bar in a terminal',
    true,
    [
      '\r[##########----------] 50 %, half, about 1 s left\x1b[K',
      '\r[###############-----] 75 %, more, about 2 s left\x1b[K',
      '\r[####################] 100 %, more than expected\x1b[K',
      '\r\x1b[K',
    ],
  ],
  ['lines elsewhere', false, ['75 %, more, about 2 s left\n', '100 %, more than expected\n']],
])('progress is %s, with the time that the rest takes', (_where, isTTY, expected) => {
  const written: string[] = [];
  const write = (text: string) => written.push(text) > 0;
  jest.useFakeTimers();
  const progress = createProgress(200, { isTTY, write } as NodeJS.WriteStream);
  const report = (later: number, done: number, text: string) => {
    jest.advanceTimersByTime(later);
    progress.report(done, text);
  };
  report(0, 0, 'none');
  report(1000, 100, 'half');
  report(100, 101, 'too soon');
  report(4900, 150, 'more');
  report(6000, 201, 'more than expected');
  jest.useRealTimers();
  progress.clear();
  expect(written).toEqual(expected);
});
