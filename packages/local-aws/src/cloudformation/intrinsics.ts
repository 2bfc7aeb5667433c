import * as z from 'zod';
import { conditionHolds } from './conditions.ts';
import { parameterValue, type StackParameter } from './parameters.ts';
import {
  attributeOf,
  functionArn,
  generatedName,
  nameProperties,
  pseudoParameters,
  stackId,
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
  readonly parameters: Readonly<Record<string, StackParameter>>;
  /** Values of parameters instead of their defaults. */
  readonly given: Readonly<Record<string, string>>;
  readonly mappings: Readonly<
    Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>
  >;
  readonly conditions: Readonly<Record<string, unknown>>;
  readonly resources: Readonly<Record<string, StackResource>>;
  /** Finds the export of an earlier stack by its name. */
  readonly imported: (name: string) => unknown;
}

/** One entry of a template's Resources. */
export interface StackResource {
  readonly Type: string;
  readonly Condition?: string | undefined;
  readonly Properties: Readonly<Record<string, unknown>>;
}

/** Whether a resource or an output is part of the stack: not if its condition is false. */
export const isThere = (
  { Condition }: { readonly Condition?: string | undefined },
  stack: Stack,
  where: string,
): boolean => {
  return Condition === undefined || holds(Condition, stack, where);
};

/**
 * Replaces the intrinsic functions in a template value: Ref, Fn::Base64, Fn::FindInMap, Fn::GetAtt,
 * Fn::If, Fn::ImportValue, Fn::Join, Fn::Select, Fn::Split and Fn::Sub. What resolves to
 * AWS::NoValue is left out of its object or list. AWS CloudFormation User Guide, "Intrinsic
 * function reference".
 * @throws TemplateError if there is another function, or a resource that does not exist
 */
export const resolveIntrinsics = (value: unknown, stack: Stack, where: string): unknown => {
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
};

const call = (name: string, argument: unknown, stack: Stack, where: string): unknown => {
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
    case 'Fn::If': {
      const [condition, yes, no] = read(ifSchema, argument);
      return resolveIntrinsics(holds(condition, stack, where) ? yes : no, stack, where);
    }
    case 'Fn::FindInMap': {
      const [map, top, second, otherwise] = read(findInMapSchema, resolved());
      const found = stack.mappings[map]?.[top]?.[second] ?? otherwise?.DefaultValue;
      return read(
        z.unknown().refine((value) => value !== undefined),
        found,
      );
    }
    case 'Fn::ImportValue': {
      const exported = read(z.string(), resolved());
      const value = stack.imported(exported);
      if (value !== undefined) return value;
      throw new TemplateError(where, `no stack that this one depends on exports ${exported}`);
    }
    case 'Fn::Base64':
      return Buffer.from(read(z.string(), resolved())).toString('base64');
    default:
      throw new TemplateError(where, `${name} is not supported: ${JSON.stringify(argument)}`);
  }
};

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
const ifSchema = z.tuple([z.string(), z.unknown(), z.unknown()]);
const findInMapSchema = z
  .tuple([z.string(), z.string(), z.string()])
  .rest(z.object({ DefaultValue: z.unknown() }));

const holds = (condition: string, stack: Stack, where: string): boolean => {
  try {
    return conditionHolds(condition, stack.conditions, (value) =>
      resolveIntrinsics(value, stack, where),
    );
  } catch (error) {
    throw new TemplateError(where, error instanceof Error ? error.message : String(error));
  }
};

const ref = (name: string, stack: Stack, where: string): unknown => {
  if (name === 'AWS::NoValue') return undefined;
  if (name === 'AWS::StackName') return stack.name;
  if (name === 'AWS::StackId') return stackId(stack.name);
  const pseudo = pseudoParameters.get(name);
  if (pseudo !== undefined) return pseudo;
  const parameter = stack.parameters[name];
  if (parameter) {
    const value = parameterValue(parameter, stack.given[name]);
    if (value !== undefined) return value;
    throw new TemplateError(where, `the parameter ${name} needs a value`);
  }
  const { Type, Properties } = stack.resources[name] ?? {};
  const resourceName = physicalName(name, stack, where);
  if (Type !== 'AWS::Lambda::Alias' && Type !== 'AWS::Lambda::Version') return resourceName;
  const qualifier = Type === 'AWS::Lambda::Alias' ? resourceName : '1';
  return functionArn(
    `${resolveIntrinsics(Properties?.['FunctionName'], stack, where)}:${qualifier}`,
  );
};

const getAtt = ([logicalId, attribute]: [string, string], stack: Stack, where: string): string => {
  const name = physicalName(logicalId, stack, where);
  const type = stack.resources[logicalId]?.Type ?? '';
  const value = attributeOf(type, attribute, name);
  if (value !== undefined) return value;
  throw new TemplateError(where, `Fn::GetAtt ${logicalId}.${attribute} of ${type} is not known`);
};

const physicalName = (logicalId: string, stack: Stack, where: string): string => {
  const resource = stack.resources[logicalId];
  if (!resource || !isThere(resource, stack, where))
    throw new TemplateError(where, `there is no resource ${logicalId}`);
  const given = resource.Properties[nameProperties.get(resource.Type) ?? ''];
  if (given !== undefined) return String(resolveIntrinsics(given, stack, where));
  return generatedName(resource.Type, logicalId, stack.name);
};

const substitute = (
  [text, variables]: [string, Record<string, unknown>],
  stack: Stack,
  where: string,
): string => {
  return text.replaceAll(/\$\{(!?)([^}]+)\}/g, (_, literal: string, name: string) => {
    if (literal) return `\${${name}}`;
    if (name in variables) return String(resolveIntrinsics(variables[name], stack, where));
    const expression =
      name.includes('.') && !name.includes('::') ? { 'Fn::GetAtt': name } : { Ref: name };
    return String(resolveIntrinsics(expression, stack, where));
  });
};
