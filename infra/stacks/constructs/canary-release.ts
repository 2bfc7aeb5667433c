import { type Stack, Validations } from 'aws-cdk-lib';
import type { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import {
  LambdaApplication,
  LambdaDeploymentConfig,
  LambdaDeploymentGroup,
} from 'aws-cdk-lib/aws-codedeploy';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { BundledFunction } from './bundled-function.ts';

/**
 * Functions that are released at the same time. For each, CodeDeploy polls Lambda, which takes 15
 * requests a second for its settings ("Lambda quotas"); 29 at once failed for others
 * (govuk-one-login/authentication-api#6806).
 */
const WAVE = 10;

/**
 * Gives a tenth of a function's traffic to its new version, and the rest ten minutes later. When an
 * alarm turns on, the whole deployment is rolled back to the old version. Functions follow each
 * other in waves of ten; a wave takes about eleven minutes.
 * @param alarms each takes back the versions that are being released
 */
export const releaseAsCanary = (
  stack: Stack,
  functions: readonly BundledFunction[],
  alarms: readonly IAlarm[],
): void => {
  const scope = new Construct(stack, 'Release');
  const application = new LambdaApplication(scope, 'Application');
  const role = new Role(scope, 'Role', {
    description: 'Shifts traffic between versions of functions',
    assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
    managedPolicies: [
      ManagedPolicy.fromAwsManagedPolicyName('service-role/AWSCodeDeployRoleForLambdaLimited'),
    ],
  });
  Validations.of(role).acknowledge({
    id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]',
    reason:
      'AWS keeps it in step with what CodeDeploy calls. An older copy would fail the next release, or its rollback. Nothing but CodeDeploy can take the role.',
  });
  for (const [index, { live, node }] of functions.entries()) {
    new LambdaDeploymentGroup(scope, node.id, {
      application,
      role,
      alias: live,
      alarms: [...alarms],
      deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_10MINUTES,
    });
    const wave = index - (index % WAVE);
    for (const before of functions.slice(Math.max(0, wave - WAVE), wave)) {
      live.node.addDependency(before.live);
    }
  }
};
