import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { resolveIntrinsics, type Stack, TemplateError } from './intrinsics.ts';

const templateSchema = z.object({
  Parameters: z.record(z.string(), z.object({ Default: z.unknown().optional() })).default({}),
  Resources: z.record(
    z.string(),
    z.object({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).default({}) }),
  ),
  Outputs: z.record(z.string(), z.object({ Value: z.unknown() })).default({}),
});

const assetsSchema = z.object({
  files: z.record(
    z.string(),
    z.object({
      source: z.object({ path: z.string().optional() }),
      destinations: z.record(z.string(), z.object({ objectKey: z.string() })),
    }),
  ),
});

/** The template of one stack as the emulator reads it. Every method throws a TemplateError that names the resource. */
export interface StackTemplate {
  /** The logical ids of every resource of a CloudFormation type, in the template's order. */
  logicalIds(type: string): string[];
  /** The resolved properties that a schema names; the others are not looked at. */
  read<Shape extends z.ZodRawShape>(
    logicalId: string,
    schema: z.ZodObject<Shape>,
  ): z.output<z.ZodObject<Shape>>;
  /** What `Ref` gives for a resource. */
  ref(logicalId: string): string;
  /** The directory of the file asset that is uploaded under an S3 key. */
  assetDirectory(s3Key: string): string;
  /** One of the stack's outputs, resolved. */
  output(name: string): string;
}

/** Reads one stack of a CDK cloud assembly. Throws when the files are missing or are not what CDK writes. */
export function readStackTemplate(assemblyDirectory: string, stackName: string): StackTemplate {
  const file = (suffix: string): unknown =>
    JSON.parse(readFileSync(join(assemblyDirectory, `${stackName}.${suffix}.json`), 'utf8'));
  const template = templateSchema.parse(file('template'));
  const assets = assetsSchema.parse(file('assets'));
  const stack: Stack = {
    name: stackName,
    parameters: template.Parameters,
    resources: template.Resources,
  };
  const resolveText = (value: unknown, where: string): string =>
    z.string({ error: `${where} is not a string` }).parse(resolveIntrinsics(value, stack, where));

  return {
    logicalIds: (type) =>
      Object.keys(stack.resources).filter((id) => stack.resources[id]?.Type === type),
    read: (logicalId, schema) => {
      const properties = stack.resources[logicalId]?.Properties;
      if (!properties) throw new TemplateError(logicalId, 'there is no such resource');
      const resolved = Object.keys(schema.shape)
        .filter((key) => key in properties)
        .map((key) => [
          key,
          resolveIntrinsics(properties[key], stack, `${logicalId}.Properties.${key}`),
        ]);
      const parsed = schema.safeParse(Object.fromEntries(resolved));
      if (!parsed.success) throw new TemplateError(logicalId, z.prettifyError(parsed.error));
      return parsed.data;
    },
    ref: (logicalId) => resolveText({ Ref: logicalId }, logicalId),
    assetDirectory: (s3Key) => {
      const asset = Object.values(assets.files).find(({ destinations }) =>
        Object.values(destinations).some(({ objectKey }) => objectKey === s3Key),
      );
      if (!asset?.source.path) throw new TemplateError(s3Key, 'no file asset has this S3 key');
      return join(assemblyDirectory, asset.source.path);
    },
    output: (name) => resolveText(template.Outputs[name]?.Value, `Outputs.${name}`),
  };
}
