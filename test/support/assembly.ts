import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readStackTemplate, type StackTemplate } from 'local-aws';
import * as z from 'zod';
import { STAGES } from '../../infra/stacks/stages.ts';
import { requireEnv } from '../../lib/env.ts';

/** The folder of this jest run's cloud assembly. */
export const assemblyDirectory = (): string => requireEnv('TEST_ASSEMBLY');

/** The synthesized staging stack, as the local server reads it. */
export const stagingTemplate = (): StackTemplate =>
  readStackTemplate(assemblyDirectory(), STAGES.staging.stackName);

/** The synthesized production stack, as the local server would read it. */
export const productionTemplate = (): StackTemplate =>
  readStackTemplate(assemblyDirectory(), STAGES.production.stackName);

/** A complete synthesized template, for assertions. */
export const readTemplate = (stackName: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(assemblyDirectory(), `${stackName}.template.json`), 'utf8'));

const manifest = z.object({
  artifacts: z.record(
    z.string(),
    z.object({
      dependencies: z.array(z.string()).optional(),
      properties: z.object({ terminationProtection: z.boolean().optional() }).optional(),
    }),
  ),
});

/** The manifest of the cloud assembly, about its stacks besides their templates. */
export const readManifest = (): z.output<typeof manifest> =>
  manifest.parse(JSON.parse(readFileSync(join(assemblyDirectory(), 'manifest.json'), 'utf8')));
