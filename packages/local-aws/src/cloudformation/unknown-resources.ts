import type { StackTemplate } from './template.ts';

/** Types that are emulated, and types that no request needs: who may do what on AWS, logs, alarms. */
const KNOWN =
  /^AWS::(?:ApiGateway::(?:Account|ApiKey|Authorizer|Deployment|GatewayResponse|Method|Resource|RestApi|Stage|UsagePlan|UsagePlanKey)|DynamoDB::(?:Global)?Table|Lambda::(?:Alias|EventSourceMapping|Function|Permission|Version)|CDK::Metadata|CloudWatch::\w+|IAM::\w+|Logs::\w+)$|^Custom::LogRetention$/;

/**
 * Names the types of a stack that are left out, in one line, each with how many there are; undefined if there are none.
 * Functions still get their names: a call to them fails, as nothing listens.
 */
export const unknownResources = ({ resourceTypes }: StackTemplate): string | undefined => {
  const unknown = [...resourceTypes.values()].filter((type) => !KNOWN.test(type)).sort();
  const counts = Map.groupBy(unknown, (type) => type)
    .entries()
    .map(([type, all]) => (all.length === 1 ? type : `${type} (${all.length})`));
  return unknown.length === 0 ? undefined : `Not emulated, left out: ${[...counts].join(', ')}`;
};
