import * as z from 'zod';

const resource = z.object({
  Type: z.string(),
  Properties: z.record(z.string(), z.unknown()).default({}),
});
const templateSchema = z.object({
  Resources: z.record(z.string(), resource),
  Outputs: z.record(z.string(), z.unknown()).default({}),
  Parameters: z.record(z.string(), z.unknown()).default({}),
});
/** A template, and how large it is. */
export type ParsedTemplate = z.output<typeof templateSchema> & { readonly bytes: number };

/**
 * Reads a template.
 * @param text its JSON
 * @throws ZodError if it is not one
 */
export const parseTemplate = (text: string): ParsedTemplate => ({
  ...templateSchema.parse(JSON.parse(text)),
  bytes: Buffer.byteLength(text),
});

/** The name or ARN that AWS will put in place of a reference is shorter than this. */
const REFERENCE = 'x'.repeat(110);
const join = z.object({ 'Fn::Join': z.tuple([z.string(), z.array(z.unknown())]) });
const reference = z.union([z.object({ Ref: z.string() }), z.object({ 'Fn::GetAtt': z.unknown() })]);

/** A value as AWS will see it, with a long text for every reference. */
export const rendered = (value: unknown): unknown => {
  if (reference.safeParse(value).success) return REFERENCE;
  const joined = join.safeParse(value);
  if (joined.success) {
    const [between, parts] = joined.data['Fn::Join'];
    return parts.map(rendered).join(between);
  }
  if (Array.isArray(value)) return value.map(rendered);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, rendered(each)]));
};

/** The same, as JSON. */
export const textOf = (value: unknown): string => JSON.stringify(rendered(value)) ?? '';

/** The resources of a type, by their logical ids. */
export const ofType = ({ Resources }: ParsedTemplate, type: string) =>
  Object.entries(Resources).filter(([, { Type }]) => Type === type);

/** Sums what several resources of a type add to one that they share. */
export const sums = (
  template: ParsedTemplate,
  type: string,
  share: (
    properties: Record<string, unknown>,
  ) => readonly (readonly [where: string, count: number])[],
) => {
  const all = new Map<string, number>();
  for (const [, { Properties }] of ofType(template, type)) {
    for (const [where, count] of share(Properties)) all.set(where, (all.get(where) ?? 0) + count);
  }
  return [...all];
};

/** A list among properties, empty if it is missing. */
export const listIn = (properties: Record<string, unknown>, name: string): readonly unknown[] =>
  z.array(z.unknown()).default([]).parse(properties[name]);

const refSchema = z.object({ Ref: z.string() });
/** The logical id that a value refers to, or else its text. */
export const refIn = (value: unknown): string =>
  refSchema.safeParse(value).data?.Ref ?? textOf(value);
