import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import * as z from 'zod';
import { findStack, type StackFiles } from './assembly.ts';
import { isThere, resolveIntrinsics, type Stack, TemplateError } from './intrinsics.ts';

const templateSchema = z.object({
  Parameters: z
    .record(z.string(), z.object({ Type: z.string().optional(), Default: z.unknown().optional() }))
    .default({}),
  Mappings: z
    .record(z.string(), z.record(z.string(), z.record(z.string(), z.unknown())))
    .default({}),
  Conditions: z.record(z.string(), z.unknown()).default({}),
  Resources: z.record(
    z.string(),
    z.object({
      Type: z.string(),
      Condition: z.string().optional(),
      Properties: z.record(z.string(), z.unknown()).default({}),
    }),
  ),
  Outputs: z
    .record(
      z.string(),
      z.object({
        Value: z.unknown(),
        Condition: z.string().optional(),
        Export: z.object({ Name: z.unknown() }).optional(),
      }),
    )
    .default({}),
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

/**
 * The template of one stack as the emulator reads it.
 * @throws TemplateError from every method: it names the resource
 */
export interface StackTemplate {
  /** The stacks that must exist before this one, with their own dependencies. */
  readonly dependencies: readonly StackTemplate[];
  /** The type of each resource by its logical id, in the template's order. */
  readonly resourceTypes: ReadonlyMap<string, string>;
  /** The logical ids of every resource of a CloudFormation type, in the template's order. */
  logicalIds(type: string): string[];
  /** The resolved properties that a schema names; the others are not looked at. */
  read<Shape extends z.ZodRawShape>(
    logicalId: string,
    schema: z.ZodObject<Shape>,
  ): z.output<z.ZodObject<Shape>>;
  /** The resolved entries of an object in the properties, and why others cannot be resolved. */
  entries(
    logicalId: string,
    ...path: string[]
  ): { resolved: Record<string, unknown>; failures: TemplateError[] };
  /** The value of `Ref` for a resource. */
  ref(logicalId: string): string;
  /** The path of the file asset that is uploaded under an S3 key: a directory, or a file that is a zip archive. */
  assetDirectory(s3Key: string): string;
  /** One of the stack's outputs, resolved. */
  output(name: string): string;
  /** All outputs that can be resolved. */
  outputs(): Record<string, string>;
  /** The stack's export of a name; undefined if there is none. */
  exported(name: string): unknown;
}

/**
 * Reads one stack of a CDK cloud assembly.
 * @param parameters values instead of the defaults of the template's parameters, by their names
 * @throws StartupError if there is no such stack, and ZodError if its files are not what CDK writes
 */
export const readStackTemplate = (
  assemblyDirectory: string,
  stackName: string,
  parameters: Readonly<Record<string, string>> = {},
): StackTemplate => {
  return readStack(findStack(assemblyDirectory, stackName), parameters);
};

/** A stack with all its dependencies. */
export const withDependencies = (template: StackTemplate): StackTemplate[] => {
  return [...new Set([template, ...template.dependencies.flatMap(withDependencies)])];
};

const readStack = (
  { stackName, templateFile, assetsFile, dependencies }: StackFiles,
  given: Readonly<Record<string, string>>,
): StackTemplate => {
  const file = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
  const template = templateSchema.parse(file(templateFile));
  const assets = assetsSchema.parse(file(assetsFile));
  const before = dependencies.map((one) => readStack(one, {}));
  const unknown = Object.keys(given).find((name) => !(name in template.Parameters));
  if (unknown !== undefined) throw new TemplateError(stackName, `has no parameter ${unknown}`);
  const stack: Stack = {
    name: stackName,
    parameters: template.Parameters,
    given,
    mappings: template.Mappings,
    conditions: template.Conditions,
    resources: template.Resources,
    imported: (name) =>
      before.map((one) => one.exported(name)).find((value) => value !== undefined),
  };
  const resources = Object.entries(stack.resources).filter(([id, one]) => isThere(one, stack, id));
  const resolveText = (value: unknown, where: string): string =>
    z.string({ error: `${where} is not a string` }).parse(resolveIntrinsics(value, stack, where));

  const output = (name: string) => resolveText(template.Outputs[name]?.Value, `Outputs.${name}`);

  return {
    dependencies: before,
    resourceTypes: new Map(resources.map(([id, { Type }]) => [id, Type])),
    logicalIds: (type) => resources.filter(([, { Type }]) => Type === type).map(([id]) => id),
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
    entries: (logicalId, ...path) => {
      const found = path.reduce<unknown>(
        (holder, name) => Object(holder)[name],
        stack.resources[logicalId]?.Properties,
      );
      const resolved: Record<string, unknown> = {};
      const failures: TemplateError[] = [];
      for (const [name, value] of Object.entries(Object(found))) {
        try {
          const entry = resolveIntrinsics(value, stack, `${logicalId}.${name}`);
          if (entry !== undefined) resolved[name] = entry;
        } catch (error) {
          if (!(error instanceof TemplateError)) throw error;
          failures.push(error);
        }
      }
      return { resolved, failures };
    },
    ref: (logicalId) => resolveText({ Ref: logicalId }, logicalId),
    assetDirectory: (s3Key) => {
      const asset = Object.values(assets.files).find(({ destinations }) =>
        Object.values(destinations).some(({ objectKey }) => objectKey === s3Key),
      );
      if (!asset?.source.path) throw new TemplateError(s3Key, 'no file asset has this S3 key');
      return resolve(dirname(assetsFile), asset.source.path);
    },
    output,
    outputs: () => {
      const there = Object.entries(template.Outputs).filter(([id, one]) => isThere(one, stack, id));
      return Object.fromEntries(
        there.flatMap(([name]) => {
          try {
            return [[name, output(name)]];
          } catch {
            return [];
          }
        }),
      );
    },
    exported: (name) => {
      const [, found] =
        Object.entries(template.Outputs).find(([id, { Export }]) => {
          return Export && resolveIntrinsics(Export.Name, stack, `Outputs.${id}`) === name;
        }) ?? [];
      return found && resolveIntrinsics(found.Value, stack, `export ${name}`);
    },
  };
};
