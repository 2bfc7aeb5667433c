import { setTimeout } from 'node:timers/promises';
import {
  type CloudFormationClient,
  DescribeStackDriftDetectionStatusCommand,
  DetectStackDriftCommand,
  paginateDescribeStackResourceDrifts,
  type StackResourceDriftStatus,
} from '@aws-sdk/client-cloudformation';
import type { Finding } from './facts/fact.ts';

const DIFFERING: StackResourceDriftStatus[] = ['MODIFIED', 'DELETED', 'UNKNOWN'];

/** Without these something stops, and nothing fails. */
const HELD = ['AWS::Events::Rule', 'AWS::Lambda::EventSourceMapping'];

/** Others are only reported, until a run on a fresh stage was clean: docs/first-hour.md. */
const findingOf = (name: string, seen: string, isHeld = false): Finding => ({
  name,
  source: 'CloudFormation User Guide, "Detect unmanaged configuration changes"',
  expected: 'IN_SYNC',
  seen,
  agrees: seen === 'IN_SYNC',
  ...(!isHeld && { advisory: true }),
});

/**
 * Has CloudFormation compare a stack with its template, which may take minutes. It does not compare
 * every type of resource. The first finding is for the stack, the others for what differs.
 */
export const findDrift = async (
  client: CloudFormationClient,
  StackName: string,
  signal: AbortSignal,
): Promise<readonly Finding[]> => {
  const { StackDriftDetectionId } = await client.send(new DetectStackDriftCommand({ StackName }));
  const ask = new DescribeStackDriftDetectionStatusCommand({ StackDriftDetectionId });
  let detection = await client.send(ask);
  while (detection.DetectionStatus === 'DETECTION_IN_PROGRESS') {
    await setTimeout(1000, undefined, { signal });
    detection = await client.send(ask);
  }
  const { StackDriftStatus, DetectionStatusReason: problem } = detection;
  const all = [StackDriftStatus, problem].filter(Boolean).join(': ');
  const findings = [findingOf('Resources are as they were deployed', all)];
  const filter = { StackName, StackResourceDriftStatusFilters: DIFFERING };
  for await (const page of paginateDescribeStackResourceDrifts({ client }, filter)) {
    for (const resource of page.StackResourceDrifts ?? []) {
      const changes = (resource.PropertyDifferences ?? []).map(
        ({ PropertyPath, ExpectedValue, ActualValue }) =>
          `${PropertyPath} is ${ActualValue}, not ${ExpectedValue}`,
      );
      const state = [resource.StackResourceDriftStatus, resource.DriftStatusReason, ...changes];
      const isHeld =
        HELD.includes(resource.ResourceType ?? '') &&
        resource.StackResourceDriftStatus !== 'UNKNOWN';
      const seen = state.filter(Boolean).join('; ');
      findings.push(findingOf(`${resource.LogicalResourceId}`, seen, isHeld));
    }
  }
  return findings;
};
