import { setTimeout } from 'node:timers/promises';
import {
  type CloudFormationClient,
  DescribeStackDriftDetectionStatusCommand,
  DetectStackDriftCommand,
  paginateDescribeStackResourceDrifts,
} from '@aws-sdk/client-cloudformation';
import type { Finding } from './facts/fact.ts';

/** Without these something stops, and nothing fails. */
const HELD = ['AWS::Events::Rule', 'AWS::Lambda::EventSourceMapping'];

/** What differs is only reported, unless it is held, until a run on a fresh stage was clean: docs/first-hour.md. */
const findingOf = (name: string, state: readonly unknown[], isHeld = false): Finding => ({
  name,
  source: 'CloudFormation User Guide, "Detect unmanaged configuration changes"',
  expected: 'IN_SYNC',
  seen: state.filter(Boolean).join('; '),
  agrees: state[0] === 'IN_SYNC' && !state[1],
  advisory: !isHeld,
});

/**
 * Has CloudFormation compare a stack with its template, which may take minutes. It does not compare
 * every type of resource. The first finding is for the stack, the others for what differs.
 */
export const findDrift = async (
  client: CloudFormationClient,
  StackName: string,
): Promise<readonly Finding[]> => {
  const { StackDriftDetectionId } = await client.send(new DetectStackDriftCommand({ StackName }));
  const ask = new DescribeStackDriftDetectionStatusCommand({ StackDriftDetectionId });
  let detection = await client.send(ask);
  while (detection.DetectionStatus === 'DETECTION_IN_PROGRESS') {
    await setTimeout(1000);
    detection = await client.send(ask);
  }
  const { StackDriftStatus, DetectionStatusReason: problem } = detection;
  const findings = [findingOf('Resources are as they were deployed', [StackDriftStatus, problem])];
  const pages = paginateDescribeStackResourceDrifts(
    { client },
    { StackName, StackResourceDriftStatusFilters: ['MODIFIED', 'DELETED', 'UNKNOWN'] },
  );
  for await (const page of pages) {
    for (const resource of page.StackResourceDrifts ?? []) {
      const { StackResourceDriftStatus: status, ResourceType = '', PropertyDifferences } = resource;
      const changes = (PropertyDifferences ?? []).map(
        ({ PropertyPath, ExpectedValue, ActualValue }) =>
          `${PropertyPath} is ${ActualValue}, not ${ExpectedValue}`,
      );
      const state = [status, resource.DriftStatusReason, ...changes];
      const isHeld = HELD.includes(ResourceType) && status !== 'UNKNOWN';
      findings.push(findingOf(`${resource.LogicalResourceId}`, state, isHeld));
    }
  }
  return findings;
};
