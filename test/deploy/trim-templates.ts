import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const templateSchema = z.looseObject({
  Resources: z.record(
    z.string(),
    z.looseObject({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).optional() }),
  ),
});
const getAtt = z.strictObject({ 'Fn::GetAtt': z.tuple([z.string(), z.string()]) });

/**
 * Leaves out of an assembly's templates what MiniStack's CloudFormation refuses, and no more: alarms
 * on a formula of several metrics. What names one of them, the dashboard, names nothing instead.
 */
export const trimTemplates = (assembly: string): void => {
  for (const name of readdirSync(assembly).filter((file) => file.endsWith('.template.json'))) {
    const path = join(assembly, name);
    const template = templateSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
    const refused = Object.entries(template.Resources)
      .filter(
        ([, { Type, Properties }]) => Type === 'AWS::CloudWatch::Alarm' && Properties?.['Metrics'],
      )
      .map(([id]) => id);
    for (const id of refused) delete template.Resources[id];
    const replacer = (_key: string, value: unknown): unknown => {
      const reference = getAtt.safeParse(value);
      return reference.success && refused.includes(reference.data['Fn::GetAtt'][0]) ? '' : value;
    };
    writeFileSync(path, JSON.stringify(template, replacer));
  }
};
