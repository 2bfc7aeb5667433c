import type { Stack } from 'aws-cdk-lib';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import type { ServiceApi } from './rest-api.ts';

/**
 * Refuses requests of an IP address that sends too many, before API Gateway counts them for a method: AWS WAF Developer Guide,
 * "Using rate-based rule statements". AWS counts about so many, and looks back over a minute. API Gateway answers with its
 * response for `WAF_FILTERED`.
 * @param perMinute requests a minute from one IP address to all APIs together, 10 at least
 */
export const limitAddresses = (stack: Stack, apis: Iterable<ServiceApi>, perMinute: number) => {
  const scope = new Construct(stack, 'AddressLimit');
  const visibility = (metricName: string) => ({
    cloudWatchMetricsEnabled: true,
    // Samples show headers of requests, and keys with them.
    sampledRequestsEnabled: false,
    metricName,
  });
  const acl = new CfnWebACL(scope, 'WebAcl', {
    scope: 'REGIONAL',
    defaultAction: { allow: {} },
    visibilityConfig: visibility(stack.stackName),
    rules: [
      {
        name: 'address',
        priority: 0,
        action: { block: {} },
        statement: {
          rateBasedStatement: { aggregateKeyType: 'IP', limit: perMinute, evaluationWindowSec: 60 },
        },
        visibilityConfig: visibility('address'),
      },
    ],
  });
  for (const { node, stage } of apis) {
    new CfnWebACLAssociation(scope, node.id, {
      resourceArn: stage.stageArn,
      webAclArn: acl.attrArn,
    });
  }
};
