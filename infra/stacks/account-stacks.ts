import { RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { CfnAccount } from 'aws-cdk-lib/aws-apigateway';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { ADDRESSES } from './addresses.ts';

/**
 * What an AWS account needs once in a region, for all stages: the role by which API Gateway writes
 * access logs ("Set up CloudWatch logging for REST APIs in API Gateway"). In a separate stack,
 * stages do not overwrite each other's role. Both resources are kept when the stack is deleted, as
 * other APIs may use them by then. So it needs no protection, and `cdk deploy` can replace one that failed.
 */
export class AccountStack extends Stack {
  constructor(scope: Construct) {
    super(scope, 'pet-store-account', {
      description: 'Lets API Gateway write access logs, for every API of this account and region',
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
    const account = new CfnAccount(this, 'ApiGateway', { cloudWatchRoleArn: role.roleArn });
    account.applyRemovalPolicy(RemovalPolicy.RETAIN);
  }
}

const notify = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
  notification: { notificationType, threshold, comparisonOperator: 'GREATER_THAN' },
  subscribers: [{ subscriptionType: 'EMAIL', address: ADDRESSES.budget.email }],
});

/**
 * The budget of the AWS account: it also counts what else runs there. No other stack depends on it, because AWS refuses
 * budgets in member accounts until a day after their creation, and where a policy of the organization says so.
 */
export class BudgetStack extends Stack {
  constructor(scope: Construct) {
    super(scope, 'pet-store-budget', {
      description: 'Sends mail when this AWS account costs too much, or is about to',
    });
    new CfnBudget(this, 'Budget', {
      budget: {
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: ADDRESSES.budget.dollarsAMonth, unit: 'USD' },
      },
      notificationsWithSubscribers: [notify('ACTUAL', 80), notify('FORECASTED', 100)],
    });
  }
}
