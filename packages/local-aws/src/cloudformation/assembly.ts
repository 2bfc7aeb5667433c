import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { StartupError } from '../startup-error.ts';

/** A stack in a cloud assembly. */
export interface StackFiles {
  readonly stackName: string;
  readonly templateFile: string;
  readonly assetsFile: string;
  /** The stacks that must exist before it. */
  readonly dependencies: readonly StackFiles[];
}

const manifestSchema = z.object({
  artifacts: z.record(
    z.string(),
    z.object({
      type: z.string(),
      displayName: z.string().optional(),
      dependencies: z.array(z.string()).default([]),
      properties: z
        .object({
          templateFile: z.string().optional(),
          stackName: z.string().optional(),
          directoryName: z.string().optional(),
        })
        .default({}),
    }),
  ),
});

/**
 * Finds a stack of an assembly, or of the assemblies in it: the CDK makes one for each `Stage` of an app.
 * Cloud Assembly Schema (`@aws-cdk/cloud-assembly-schema`), "Cloud Assembly".
 * @param name the stack's name, its id in the app, or its path in the app
 * @throws StartupError with the names of the stacks that there are
 */
export const findStack = (directory: string, name: string): StackFiles => {
  const stacks = [...listStacks(directory)];
  const found = stacks.find(({ names }) => names.includes(name));
  if (found) return found.files;
  const known = stacks.map(({ files }) => files.stackName).join(', ');
  throw new StartupError(
    known === ''
      ? `There is no stack in ${directory}: run npx cdk synth, and name the folder that it wrote.`
      : `There is no stack ${name} in ${directory}: it has ${known}.`,
  );
};

function* listStacks(directory: string): Generator<{ names: string[]; files: StackFiles }> {
  const manifest = join(directory, 'manifest.json');
  if (!existsSync(manifest)) return;
  const { artifacts } = manifestSchema.parse(JSON.parse(readFileSync(manifest, 'utf8')));
  const filesOf = (id: string): StackFiles | undefined => {
    const { type, properties = {}, dependencies = [] } = artifacts[id] ?? {};
    if (type !== 'aws:cloudformation:stack' || !properties.templateFile) return undefined;
    return {
      stackName: properties.stackName ?? id,
      templateFile: join(directory, properties.templateFile),
      assetsFile: join(directory, `${id}.assets.json`),
      dependencies: dependencies.flatMap((each) => filesOf(each) ?? []),
    };
  };
  for (const [id, { displayName = id, properties }] of Object.entries(artifacts)) {
    if (properties.directoryName) yield* listStacks(join(directory, properties.directoryName));
    const files = filesOf(id);
    if (files) yield { names: [files.stackName, id, displayName], files };
  }
}
