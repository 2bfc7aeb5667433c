import type { CloudFormationCustomResourceEvent } from 'aws-lambda';
import * as z from 'zod/mini';

/** The ARNs of versions by the names of their functions: what the resource is given. */
const Properties = z.object({ Versions: z.record(z.string(), z.string()) });

/**
 * The versions that a deployment is about to put in service, by the names of their functions. It has none if the
 * deployment goes back to versions that were in service before: that must never fail. A version has a higher number than all
 * before it ("Manage Lambda function versions").
 */
export const newVersions = (
  event: CloudFormationCustomResourceEvent,
): readonly (readonly [name: string, versionArn: string])[] => {
  if (event.RequestType === 'Delete') return [];
  const versions = Object.entries(Properties.parse(event.ResourceProperties).Versions);
  if (event.RequestType === 'Create') return versions;
  const before = Properties.parse(event.OldResourceProperties).Versions;
  const goesBack = versions.some(([name, arn]) => numberOf(arn) < numberOf(before[name]));
  return goesBack ? [] : versions.filter(([name, arn]) => arn !== before[name]);
};

/** The number of a version: the last part of its ARN; 0 of none. */
const numberOf = (versionArn = '0'): number => Number(versionArn.split(':').at(-1));
