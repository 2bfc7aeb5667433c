import { CfnElement, CustomResource, Duration, type Stack, Validations } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { backfillCommand, neededBackfills } from '../../operator/backfills/needed-backfills.ts';
import type { BundledFunction } from './bundled-function.ts';

/**
 * Invokes each new version once, before any alias points to it, with a request that changes
 * nothing. If one cannot answer, the deployment fails before clients notice. Every stage has it,
 * also those without CodeDeploy. It fails as well if a backfill that one of them needs is not done.
 * @param check `functions/check-release`
 */
export const checkReleases = (
  stack: Stack,
  check: BundledFunction,
  functions: readonly BundledFunction[],
): void => {
  const stage = stack.stackName.replace('pet-store-', '');
  // Any version, as the right must exist before the version does: IAM takes seconds to apply it.
  const versions = functions.map(({ latest }) => `${latest.functionArn}:*`);
  check.allow(['lambda:InvokeFunction'], versions);
  for (const { latest } of functions) {
    Validations.of(check.role).acknowledge({
      id: `AwsSolutions-IAM5[Resource::<${logicalId(latest)}.Arn>:*]`,
      reason: 'It names each function of this stack, and leaves only the version open.',
    });
  }
  const backfills = neededBackfills().map((each) => {
    return { ...each, command: backfillCommand(each.name, stage) };
  });
  const resource = new CustomResource(new Construct(stack, 'ReleaseCheck'), 'Versions', {
    resourceType: 'Custom::ReleaseCheck',
    serviceToken: check.latest.functionArn,
    serviceTimeout: Duration.minutes(5),
    properties: {
      Versions: Object.fromEntries(
        functions.map(({ node, live }) => [node.id, live.version.functionArn]),
      ),
      ...(backfills.length > 0 && { Backfills: backfills }),
    },
  });
  resource.node.addDependency(check.role);
  for (const { live } of functions) live.node.addDependency(resource);
};

const logicalId = ({ stack, node: { defaultChild } }: BundledFunction['latest']): string => {
  if (!CfnElement.isCfnElement(defaultChild)) throw new Error('A function has no resource');
  return stack.resolve(defaultChild.logicalId);
};
