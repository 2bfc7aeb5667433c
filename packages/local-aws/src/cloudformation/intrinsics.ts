import * as z from 'zod';
import {
  attributeOf,
  functionArn,
  generatedName,
  nameProperties,
  pseudoParameters,
} from './physical-ids.ts';

/** Says which part of a template the emulator cannot read, and why. */
export class TemplateError extends Error {
  override name = 'TemplateError';
  constructor(where: string, reason: string) {
    super(`${where}: ${reason}`);
  }
}

/** A stack as its template declares it, before anything is resolved. */
export interface Stack {
  readonly name: string;
  readonly parameters: Readonly<Record<string, { readonly Default?: unknown }>>;
  readonly resources: Readonly<Record<string, StackResource>>;
}

/** One entry of a template's Resources. */
export interface StackResource {
  readonly Type: string;
  readonly Properties: Readonly<Record<string, unknown>>;
}

/**
 * Replaces the intrinsic functions in a template value: Ref, Fn::GetAtt, Fn::Join, Fn::Sub, Fn::Select and Fn::Split.
 * What resolves to AWS::NoValue is left out of its object or list.
 * Throws a TemplateError for any other function and for a resource that does not exist.
 * AWS CloudFormation User Guide, "Intrinsic function reference".
 */
export function resolveIntrinsics(value: unknown, stack: Stack, where: string): unknown {
  if (Array.isArray(value)) {
    return value
      .map((item) => resolveIntrinsics(item, stack, where))
      .filter((item) => item !== undefined);
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [name, argument] = entries[0] ?? [];
  if (entries.length === 1 && name !== undefined && (name === 'Ref' || name.startsWith('Fn::'))) {
    return call(name, argument, stack, where);
  }
  const resolved = entries.map(([key, item]) => [key, resolveIntrinsics(item, stack, where)]);
  return Object.fromEntries(resolved.filter(([, item]) => item !== undefined));
}

function call(name: string, argument: unknown, stack: Stack, where: string): unknown {
  const read = <T>(schema: z.ZodType<T>, given: unknown): T => {
    const parsed = schema.safeParse(given);
    if (parsed.success) return parsed.data;
    throw new TemplateError(where, `cannot resolve ${JSON.stringify({ [name]: argument })}`);
  };
  const resolved = () => resolveIntrinsics(argument, stack, where);
  switch (name) {
    case 'Ref':
      return ref(read(z.string(), argument), stack, where);
    case 'Fn::GetAtt':
      return getAtt(read(attributeSchema, argument), stack, where);
    case 'Fn::Sub':
      return substitute(read(substitutionSchema, argument), stack, where);
    case 'Fn::Join': {
      const [separator, items] = read(joinSchema, resolved());
      return items.join(separator);
    }
    case 'Fn::Split': {
      const [separator, text] = read(z.tuple([z.string(), z.string()]), resolved());
      return text.split(separator);
    }
    case 'Fn::Select': {
      const [index, items] = read(selectSchema, resolved());
      return read(z.string(), items[index]);
    }
    default:
      throw new TemplateError(where, `${name} is not supported: ${JSON.stringify(argument)}`);
  }
}

const attributeSchema = z.union([
  z.tuple([z.string(), z.string()]),
  z
    .string()
    .transform((text) => text.split('.', 2))
    .pipe(z.tuple([z.string(), z.string()])),
]);
const substitutionSchema = z.union([
  z.string().transform((text): [string, Record<string, unknown>] => [text, {}]),
  z.tuple([z.string(), z.record(z.string(), z.unknown())]),
]);
const joinSchema = z.tuple([z.string(), z.array(z.union([z.string(), z.number()]))]);
const selectSchema = z.tuple([z.coerce.number(), z.array(z.string())]);

function ref(name: string, stack: Stack, where: string): unknown {
  if (name === 'AWS::NoValue') return undefined;
  const pseudo = name === 'AWS::StackName' ? stack.name : pseudoParameters.get(name);
  if (pseudo !== undefined) return pseudo;
  const parameter = stack.parameters[name];
  if (parameter?.Default !== undefined) return parameter.Default;
  const { Type, Properties } = stack.resources[name] ?? {};
  const resourceName = physicalName(name, stack, where);
  if (Type !== 'AWS::Lambda::Alias') return resourceName;
  return functionArn(
    `${resolveIntrinsics(Properties?.['FunctionName'], stack, where)}:${resourceName}`,
  );
}

function getAtt([logicalId, attribute]: [string, string], stack: Stack, where: string): string {
  const name = physicalName(logicalId, stack, where);
  const type = stack.resources[logicalId]?.Type ?? '';
  const value = attributeOf(type, attribute, name);
  if (value !== undefined) return value;
  throw new TemplateError(where, `Fn::GetAtt ${logicalId}.${attribute} of ${type} is not known`);
}

function physicalName(logicalId: string, stack: Stack, where: string): string {
  const resource = stack.resources[logicalId];
  if (!resource) throw new TemplateError(where, `there is no resource ${logicalId}`);
  const given = resource.Properties[nameProperties.get(resource.Type) ?? ''];
  if (given !== undefined) return String(resolveIntrinsics(given, stack, where));
  return generatedName(resource.Type, logicalId, stack.name);
}

function substitute(
  [text, variables]: [string, Record<string, unknown>],
  stack: Stack,
  where: string,
): string {
  return text.replaceAll(/\$\{(!?)([^}]+)\}/g, (_, literal: string, name: string) => {
    if (literal) return `\${${name}}`;
    if (name in variables) return String(resolveIntrinsics(variables[name], stack, where));
    const expression =
      name.includes('.') && !name.includes('::') ? { 'Fn::GetAtt': name } : { Ref: name };
    return String(resolveIntrinsics(expression, stack, where));
  });
}
