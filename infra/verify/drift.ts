import { setTimeout } from 'node:timers/promises';
import {
  type CloudFormationClient,
  DescribeStackDriftDetectionStatusCommand,
  DetectStackDriftCommand,
  paginateDescribeStackResourceDrifts,
  type StackResourceDrift,
} from '@aws-sdk/client-cloudformation';
import type { Deployment } from './deployment.ts';
import { type Finding, lookAt } from './finding.ts';

const SOURCE =
  'CloudFormation User Guide, "Detect unmanaged configuration changes to stacks and resources with drift detection"';

/** How often it asks whether CloudFormation has compared all resources. */
const POLL_INTERVAL_MS = 1000;

const KIND = { kind: 'drift', source: SOURCE } as const;

/**
 * Has CloudFormation compare, which may take minutes.
 * @returns the reason if it failed
 */
const detect = async (
  client: CloudFormationClient,
  StackName: string,
  signal: AbortSignal,
): Promise<string | undefined> => {
  const { StackDriftDetectionId } = await client.send(new DetectStackDriftCommand({ StackName }));
  const ask = new DescribeStackDriftDetectionStatusCommand({ StackDriftDetectionId });
  for (;;) {
    const { DetectionStatus, DetectionStatusReason } = await client.send(ask);
    if (DetectionStatus === 'DETECTION_COMPLETE') return undefined;
    if (DetectionStatus === 'DETECTION_FAILED') return DetectionStatusReason ?? DetectionStatus;
    await setTimeout(POLL_INTERVAL_MS, undefined, { signal });
  }
};

/** A finding for each property that differs; one for a resource that is gone or could not be read. */
const differencesOf = ({
  LogicalResourceId: id,
  StackResourceDriftStatus: status,
  PropertyDifferences = [],
  DriftStatusReason: reason,
}: StackResourceDrift): readonly Finding[] => {
  if (status !== 'MODIFIED') {
    const seen = reason === undefined ? String(status) : `${status}: ${reason}`;
    return [{ ...KIND, name: String(id), expected: 'IN_SYNC', seen, agrees: false }];
  }
  return PropertyDifferences.map(({ PropertyPath, ExpectedValue, ActualValue }) => ({
    ...KIND,
    name: `${id} ${PropertyPath}`,
    expected: String(ExpectedValue),
    seen: String(ActualValue),
    agrees: false,
  }));
};

/**
 * Finds a stage's resources that differ from what was deployed. The first finding gives the number
 * of compared resources, as CloudFormation cannot compare every type. One finding for each
 * difference follows.
 */
export const findDrift = async (
  {
    cloudFormation: client,
    stackName: StackName,
  }: Pick<Deployment, 'cloudFormation' | 'stackName'>,
  signal: AbortSignal,
): Promise<readonly Finding[]> => {
  const compared: StackResourceDrift[] = [];
  const differing = () => compared.filter((each) => each.StackResourceDriftStatus !== 'IN_SYNC');
  const resources = {
    name: 'Resources are as they were deployed',
    source: SOURCE,
    expected: 'IN_SYNC',
    see: async () => {
      const problem = await detect(client, StackName, signal);
      for await (const page of paginateDescribeStackResourceDrifts({ client }, { StackName })) {
        compared.push(...(page.StackResourceDrifts ?? []).filter(wasCompared));
      }
      const { length: count } = differing();
      return problem ?? (count === 0 ? 'IN_SYNC' : `${count} resources differ`);
    },
  };
  const sum = await lookAt('drift', resources, undefined);
  const source = `${SOURCE}; ${compared.length} resources were compared: it cannot compare every type`;
  return [{ ...sum, source }, ...differing().flatMap(differencesOf)];
};

const wasCompared = ({ StackResourceDriftStatus: status }: StackResourceDrift): boolean =>
  status !== 'NOT_CHECKED' && status !== 'UNSUPPORTED';
