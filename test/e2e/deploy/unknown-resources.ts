import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

/** Types of resources for which MiniStack 1.5.33 refuses a template, and to which none of our resources refers. */
const UNKNOWN = ['AWS::XRay::SamplingRule'];

const Resource = z.looseObject({ Type: z.string(), Properties: z.looseObject({}).optional() });

const template = z.looseObject({ Resources: z.record(z.string(), Resource) });

/** MiniStack refuses alarms with a query, and evaluates none: in place of the query it gets a metric. */
const withoutQuery = (resource: z.output<typeof Resource>): z.output<typeof Resource> => {
  const { Metrics, ...others } = resource.Properties ?? {};
  const metric = { Namespace: 'query', MetricName: 'query', Statistic: 'Sum', Period: 60 };
  const isQuery = resource.Type === 'AWS::CloudWatch::Alarm' && Metrics !== undefined;
  return isQuery ? { ...resource, Properties: { ...others, ...metric } } : resource;
};

/** Removes from the templates of a cloud assembly what MiniStack does not take. */
export const leaveOutUnknown = (assembly: string): void => {
  for (const name of readdirSync(assembly).filter((each) => each.endsWith('.template.json'))) {
    const file = join(assembly, name);
    const { Resources, ...rest } = template.parse(JSON.parse(readFileSync(file, 'utf8')));
    const known = Object.entries(Resources)
      .filter(([, { Type }]) => !UNKNOWN.includes(Type))
      .map(([id, resource]) => [id, withoutQuery(resource)]);
    writeFileSync(file, JSON.stringify({ ...rest, Resources: Object.fromEntries(known) }));
  }
};
