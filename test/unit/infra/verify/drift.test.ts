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
  const found = await findDrift(
    { cloudFormation, stackName: 'pet-store-staging' },
    AbortSignal.timeout(10_000),
  );
  cloudFormation.destroy();
  return found;
};

const status = (word: string, reason = '') =>
  `<DetectionStatus>DETECTION_${word}</DetectionStatus><DetectionStatusReason>${reason}</DetectionStatusReason>`;

const resource = (id: string, word: string, others = '') =>
  `<LogicalResourceId>${id}</LogicalResourceId><StackResourceDriftStatus>${word}</StackResourceDriftStatus>${others}`;

const property = (path: string, expected: string, seen: string) =>
  `<member><PropertyPath>${path}</PropertyPath><ExpectedValue>${expected}</ExpectedValue><ActualValue>${seen}</ActualValue></member>`;

test('a stack that is as it was deployed is one finding, which counts what was compared', async () => {
  const found = await drift(
    [status('IN_PROGRESS'), status('COMPLETE')],
    [
      resource('Table', 'IN_SYNC'),
      resource('Check', 'NOT_CHECKED'),
      resource('Odd', 'UNSUPPORTED'),
    ],
  );
  expect(found).toEqual([
    expect.objectContaining({ agrees: true, source: expect.stringContaining('; 1 resources') }),
  ]);
});

test('each property that was changed by hand is a finding, and each resource that is gone or cannot be read', async () => {
  const changed = `${property('/Timeout', '6', '7')}${property('/MemorySize', '512', '128')}`;
  const [all, ...found] = await drift(
    [status('COMPLETE')],
    [
      resource('GetPet', 'MODIFIED', `<PropertyDifferences>${changed}</PropertyDifferences>`),
      resource('Table', 'IN_SYNC'),
      resource('Topic', 'DELETED'),
      resource('Role', 'UNKNOWN', '<DriftStatusReason>AccessDenied</DriftStatusReason>'),
    ],
  );
  expect(all).toMatchObject({ agrees: false, seen: '3 resources differ' });
  expect(found.map(({ name, expected, seen, agrees }) => [name, expected, seen, agrees])).toEqual([
    ['GetPet /Timeout', '6', '7', false],
    ['GetPet /MemorySize', '512', '128', false],
    ['Topic', 'IN_SYNC', 'DELETED', false],
    ['Role', 'IN_SYNC', 'UNKNOWN: AccessDenied', false],
  ]);
});

test('a comparison that fails is a difference', async () => {
  const found = await drift([status('FAILED', 'It may not read the role')], []);
  expect(found).toMatchObject([{ agrees: false, seen: 'It may not read the role' }]);
});
