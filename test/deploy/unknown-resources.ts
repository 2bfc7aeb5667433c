import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

/** Types of resources for which MiniStack 1.5.33 refuses a template, and to which none of our resources refers. */
const UNKNOWN = ['AWS::XRay::SamplingRule'];

const template = z.looseObject({
  Resources: z.record(z.string(), z.looseObject({ Type: z.string() })),
});

/** Removes these resources from the templates of a cloud assembly. */
export const leaveOutUnknown = (assembly: string): void => {
  for (const name of readdirSync(assembly).filter((each) => each.endsWith('.template.json'))) {
    const file = join(assembly, name);
    const { Resources, ...rest } = template.parse(JSON.parse(readFileSync(file, 'utf8')));
    const known = Object.entries(Resources).filter(([, { Type }]) => !UNKNOWN.includes(Type));
    writeFileSync(file, JSON.stringify({ ...rest, Resources: Object.fromEntries(known) }));
  }
};
