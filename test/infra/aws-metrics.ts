import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const LIBRARY = join(import.meta.dirname, '../../node_modules/aws-cdk-lib');

/** A metric as one text: `AWS/Lambda Errors {FunctionName, Resource}`. */
export const metricText = (
  namespace: string,
  metricName: string,
  dimensions: readonly string[],
): string => `${namespace} ${metricName} {${dimensions.toSorted().join(', ')}}`;

/**
 * The metrics of a service, each with the sets of dimensions that CloudWatch has it by. The CDK
 * generates this list from CloudWatch's console.
 * @param module the CDK's module of the service: `dynamodb`
 */
export const awsMetrics = (module: string): readonly string[] => {
  const read = (ending: string) =>
    readFileSync(
      join(LIBRARY, `aws-${module}/lib/${module}-canned-metrics.generated.${ending}`),
      'utf8',
    );
  const metrics = new Map(
    [...read('js').matchAll(/static (\w+)\(.*?namespace:"(.+?)",metricName:"(.+?)"/g)].map(
      ([, method, namespace = '', name = '']) => [method, { namespace, name }] as const,
    ),
  );
  return [...read('d.ts').matchAll(/static (\w+)\(this: void, dimensions: \{(.*?)\}\)/gs)].map(
    ([, method, dimensions = '']) => {
      const metric = metrics.get(method);
      if (metric === undefined) throw new Error(`${module} has no metric ${method}`);
      const names = [...dimensions.matchAll(/(\w+): string/g)].map(([, name = '']) => name);
      return metricText(metric.namespace, metric.name, names);
    },
  );
};
