import type { Stack } from 'aws-cdk-lib';
import { CfnSamplingRule } from 'aws-cdk-lib/aws-xray';
import { Construct } from 'constructs';
import { STAGE_NAME } from '../names.ts';

/**
 * Traces a twentieth of the requests to a stage's APIs. X-Ray's own rule also takes the first request of each second: all, when
 * there are few ("Configure AWS X-Ray sampling rules for API Gateway APIs").
 */
export const sampleTraces = (stack: Stack): void => {
  new CfnSamplingRule(new Construct(stack, 'Traces'), 'Rule', {
    samplingRule: {
      ruleName: stack.stackName,
      version: 1,
      priority: 1000,
      reservoirSize: 0,
      fixedRate: 0.05,
      serviceName: `${stack.stackName}-*/${STAGE_NAME}`,
      serviceType: 'AWS::ApiGateway::Stage',
      host: '*',
      httpMethod: '*',
      urlPath: '*',
      resourceArn: '*',
    },
  });
};
