import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import type { ServiceApi } from './rest-api.ts';

export interface AddressLimitProps {
  readonly apis: Iterable<ServiceApi>;
  /** Requests a minute from one IP address to all APIs together, 10 at least. */
  readonly perMinute: number;
  /** Names its metric. */
  readonly stackName: string;
}

/**
 * Refuses requests of an IP address that sends too many, before API Gateway counts them for a method: AWS WAF Developer Guide,
 * "Using rate-based rule statements". AWS counts about so many, and looks back over a minute. API Gateway answers with its
 * response for `WAF_FILTERED`.
 */
export class AddressLimit extends Construct {
  constructor(scope: Construct, id: string, { apis, perMinute, stackName }: AddressLimitProps) {
    super(scope, id);
    const visibility = (metricName: string) => ({
      cloudWatchMetricsEnabled: true,
      // Samples show headers of requests, and keys with them.
      sampledRequestsEnabled: false,
      metricName,
    });
    const acl = new CfnWebACL(this, 'WebAcl', {
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: visibility(stackName),
      rules: [
        {
          name: 'address',
          priority: 0,
          action: { block: {} },
          statement: {
            rateBasedStatement: {
              aggregateKeyType: 'IP',
              limit: perMinute,
              evaluationWindowSec: 60,
            },
          },
          visibilityConfig: visibility('address'),
        },
      ],
    });
    for (const { node, stage } of apis) {
      new CfnWebACLAssociation(this, node.id, {
        resourceArn: stage.stageArn,
        webAclArn: acl.attrArn,
      });
    }
  }
}
