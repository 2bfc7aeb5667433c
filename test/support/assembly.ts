import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Template } from 'aws-cdk-lib/assertions';
import * as z from 'zod';
import { requireEnv } from '../../lib/process/env.ts';

/** The folder of this jest run's cloud assembly: `synthesize.ts` makes it. */
export const assemblyDirectory = (): string => requireEnv('TEST_ASSEMBLY');

/** A JSON file of the cloud assembly. */
export const readAssembly = (file: string) =>
  JSON.parse(readFileSync(join(assemblyDirectory(), file), 'utf8'));

/** A complete synthesized template, for assertions. */
export const readTemplate = (stackName: string): Record<string, unknown> =>
  readAssembly(`${stackName}.template.json`);

/** The properties of a template's resources of a type, by their logical ids. */
export const propertiesOf = (template: Template, type: string) =>
  new Map(
    Object.entries(template.findResources(type)).map(
      ([id, { Properties }]) => [id, Properties] as const,
    ),
  );

const resources = z.object({
  Resources: z.record(
    z.string(),
    z.object({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).default({}) }),
  ),
});

/** The properties of a template's resources of a type that have this shape, by their logical ids. */
export const resourcesOf = <Properties>(
  template: unknown,
  type: string,
  properties: z.ZodType<Properties>,
): ReadonlyMap<string, Properties> =>
  new Map(
    Object.entries(resources.parse(template).Resources)
      .filter(([, { Type }]) => Type === type)
      .map(([logicalId, { Properties }]) => [logicalId, properties.parse(Properties)]),
  );
