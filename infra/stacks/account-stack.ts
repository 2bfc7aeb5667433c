import { RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { CfnAccount } from 'aws-cdk-lib/aws-apigateway';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

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
    new CfnAccount(this, 'ApiGateway', {
      cloudWatchRoleArn: role.roleArn,
    }).applyRemovalPolicy(RemovalPolicy.RETAIN);
  }
}
