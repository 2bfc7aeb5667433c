import { text } from 'node:stream/consumers';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { expect, test } from '@jest/globals';
import { findDrift } from '../../../../infra/verify/drift.ts';
import { startStubService } from '../../../support/stub-service.ts';

/** What CloudFormation says of a stack: what each question about its comparison is answered, and what it found. */
const drift = async (statuses: readonly string[], drifts: readonly string[]) => {
  const asked = statuses.values();
  const results: Readonly<Record<string, () => string>> = {
    DetectStackDrift: () => '<StackDriftDetectionId>one</StackDriftDetectionId>',
    DescribeStackDriftDetectionStatus: () => asked.next().value ?? '',
    DescribeStackResourceDrifts: () =>
      `<StackResourceDrifts>${drifts.map((each) => `<member>${each}</member>`).join('')}</StackResourceDrifts>`,
  };
  await using aws = await startStubService(async (request, response) => {
    const action = new URLSearchParams(await text(request)).get('Action') ?? '';
    response.end(
      `<${action}Response><${action}Result>${results[action]?.()}</${action}Result></${action}Response>`,
    );
  });
  const cloudFormation = new CloudFormationClient({
    endpoint: aws.baseUrl,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  const found = await findDrift(cloudFormation, 'pet-store-staging');
  cloudFormation.destroy();
  return found;
};

const status = (word: string, stack: string, reason = '') =>
  `<DetectionStatus>DETECTION_${word}</DetectionStatus><StackDriftStatus>${stack}</StackDriftStatus><DetectionStatusReason>${reason}</DetectionStatusReason>`;

const resource = (id: string, word: string, others = '') =>
  `<LogicalResourceId>${id}</LogicalResourceId><StackResourceDriftStatus>${word}</StackResourceDriftStatus>${others}`;

const property = (path: string, expected: string, seen: string) =>
  `<member><PropertyPath>${path}</PropertyPath><ExpectedValue>${expected}</ExpectedValue><ActualValue>${seen}</ActualValue></member>`;

test('a stack that is as it was deployed is one finding', async () => {
  const found = await drift([status('IN_PROGRESS', ''), status('COMPLETE', 'IN_SYNC')], []);
  expect(found).toMatchObject([{ agrees: true, advisory: true }]);
});

test('a rule that is disabled fails the check, and one that cannot be read is only reported', async () => {
  const rule = '<ResourceType>AWS::Events::Rule</ResourceType>';
  const found = await drift(
    [status('COMPLETE', 'DRIFTED')],
    [resource('Sweep', 'MODIFIED', rule), resource('Probe', 'UNKNOWN', rule)],
  );
  expect(found.map(({ advisory }) => advisory ?? false)).toEqual([true, false, true]);
});

test('each resource that was changed by hand, is gone or cannot be read is a finding', async () => {
  const changed = `${property('/Timeout', '6', '7')}${property('/MemorySize', '512', '128')}`;
  const found = await drift(
    [status('FAILED', 'DRIFTED', 'Failed to read Role')],
    [
      resource('GetPet', 'MODIFIED', `<PropertyDifferences>${changed}</PropertyDifferences>`),
      resource('Topic', 'DELETED'),
      resource('Role', 'UNKNOWN', '<DriftStatusReason>AccessDenied</DriftStatusReason>'),
    ],
  );
  expect(found.map(({ name, seen, agrees }) => [name, seen, agrees])).toEqual([
    ['Resources are as they were deployed', 'DRIFTED; Failed to read Role', false],
    ['GetPet', 'MODIFIED; /Timeout is 7, not 6; /MemorySize is 128, not 512', false],
    ['Topic', 'DELETED', false],
    ['Role', 'UNKNOWN; AccessDenied', false],
  ]);
});
