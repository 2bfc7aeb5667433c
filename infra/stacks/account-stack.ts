import { RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { CfnAccount } from 'aws-cdk-lib/aws-apigateway';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { ADDRESSES, type Addresses } from './addresses.ts';

/**
 * What an AWS account needs once in a region, for all stages: a budget, and the role by which API
 * Gateway writes access logs ("Set up CloudWatch logging for REST APIs in API Gateway"). In a
 * separate stack, stages do not overwrite each other's role. The role is kept when the stack is
 * deleted: other APIs may use it by then.
 */
export class AccountStack extends Stack {
  constructor(scope: Construct) {
    super(scope, 'pet-store-account', {
      description:
        'Lets API Gateway write access logs, for every API of this account and region, and has a budget',
      terminationProtection: true,
    });
    const role = new Role(this, 'ApiGatewayLogs', {
      description: 'Writes the logs of API Gateway',
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      managedPolicies: [
        ManagedPolicy.fromAwsManagedPolicyName('service-role/AmazonAPIGatewayPushToCloudWatchLogs'),
      ],
    });
    role.applyRemovalPolicy(RemovalPolicy.RETAIN);
    Validations.of(role).acknowledge({
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]',
      reason: 'AWS names this very policy for this role. It holds rights to logs and no others.',
    });
    new CfnAccount(this, 'ApiGateway', {
      cloudWatchRoleArn: role.roleArn,
    }).applyRemovalPolicy(RemovalPolicy.RETAIN);
    this.limitCosts(ADDRESSES.budget);
  }

  /** It counts the whole account, so also what else runs there. */
  private limitCosts({ dollarsAMonth, email }: Addresses['budget']): void {
    const notify = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
      notification: { notificationType, threshold, comparisonOperator: 'GREATER_THAN' },
      subscribers: [{ subscriptionType: 'EMAIL', address: email }],
    });
    new CfnBudget(this, 'Budget', {
      budget: {
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: dollarsAMonth, unit: 'USD' },
      },
      notificationsWithSubscribers: [notify('ACTUAL', 80), notify('FORECASTED', 100)],
    });
  }
}
