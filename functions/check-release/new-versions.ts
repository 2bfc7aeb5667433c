import type { CloudFormationCustomResourceEvent } from 'aws-lambda';
import * as z from 'zod/mini';

/** The ARNs of versions by the names of their functions: what the resource is given. */
const Properties = z.object({ Versions: z.record(z.string(), z.string()) });

/**
 * The versions that a deployment is about to put in service, by the names of their functions. A rollback has none, so
 * that it cannot fail here.
 */
export const newVersions = (
  event: CloudFormationCustomResourceEvent,
): readonly (readonly [name: string, versionArn: string])[] => {
  if (event.RequestType === 'Delete') return [];
  const versions = Object.entries(Properties.parse(event.ResourceProperties).Versions);
  if (event.RequestType === 'Create') return versions;
  const before = Properties.parse(event.OldResourceProperties).Versions;
  return versions.some(([name, arn]) => isOlder(arn, before[name]))
    ? []
    : versions.filter(([name, arn]) => arn !== before[name]);
};

/** Whether a version came before another one of the same function: numbers rise ("Manage Lambda function versions"). */
const isOlder = (versionArn: string, other: string | undefined): boolean =>
  other !== undefined &&
  functionOf(versionArn) === functionOf(other) &&
  numberOf(versionArn) < numberOf(other);

const functionOf = (versionArn: string): string => versionArn.replace(/:\d+$/, '');

const numberOf = (versionArn: string): number => Number(versionArn.split(':').at(-1));
