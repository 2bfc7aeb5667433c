import type { StackTemplate } from './template.ts';

/** Types that are emulated, and types that no request needs: permissions, logs, alarms. */
const KNOWN =
  /^AWS::(?:ApiGateway::(?:Account|ApiKey|Authorizer|Deployment|GatewayResponse|Method|Resource|RestApi|Stage|UsagePlan|UsagePlanKey)|DynamoDB::(?:Global)?Table|Events::Rule|Lambda::(?:Alias|EventInvokeConfig|EventSourceMapping|Function|Permission|Version)|CDK::Metadata|CloudWatch::\w+|IAM::\w+|Logs::\w+)$|^Custom::LogRetention$/;

/**
 * Lists a stack's types that are not emulated, in one line, with the number of each; undefined if
 * there are none. Functions still get such resources' names, but a call to one fails, as nothing
 * listens.
 */
export const unknownResources = ({ resourceTypes }: StackTemplate): string | undefined => {
  const unknown = [...resourceTypes.values()].filter((type) => !KNOWN.test(type)).sort();
  const counts = Map.groupBy(unknown, (type) => type)
    .entries()
    .map(([type, all]) => (all.length === 1 ? type : `${type} (${all.length})`));
  return unknown.length === 0 ? undefined : `Not emulated, left out: ${[...counts].join(', ')}`;
};
