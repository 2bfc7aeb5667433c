import type { Contract } from '../../../lib/http/contract.ts';
import type { Schema } from '../../../lib/schema.ts';
import { isObject, type Json, type JsonObject } from '../openapi/json.ts';
import { createSchemaCollector } from '../openapi/schemas.ts';

/** The text of the client's module of answers: what each operation answers, as far as the client looks. */
export const clientAnswers = (contracts: readonly Contract[]): string => {
  const inOrder = contracts.toSorted((one, other) => one.path.localeCompare(other.path));
  const paths = Map.groupBy(inOrder, ({ path }) => path);
  const lines = [...paths].map(([path, group]) => {
    const methods = group.map(({ method, success }) => `    ${method}: ${answerOf(success.body)},`);
    return `  '${path}': {\n${methods.join('\n')}\n  },`;
  });
  return `// Made by \`npm run generate\`: do not edit.
/** What each operation answers: nothing, a list, or the members that are always there, by their types. */
export const ANSWER_SHAPES = {
${lines.join('\n')}
} as const;
`;
};

const answerOf = (body: Schema | undefined): string => {
  if (body === undefined) return 'undefined';
  const schemas = createSchemaCollector();
  const root = schemas.schemaOf(body, 'output');
  return shapeOf(root, schemas.components());
};

/** A schema without the reference to it. */
const resolve = (schema: Json | undefined, components: JsonObject): JsonObject => {
  if (!isObject(schema)) throw new Error('An answer has a part without a schema');
  const { $ref } = schema;
  return typeof $ref === 'string'
    ? resolve(components[$ref.replace(/.*\//, '')], components)
    : schema;
};

const shapeOf = (schema: Json | undefined, components: JsonObject): string => {
  const resolved = resolve(schema, components);
  if (resolved['type'] === 'array') return `[${shapeOf(resolved['items'], components)}]`;
  const type = typeOf(resolved);
  if (type !== undefined && type !== 'object') return `'${type}'`;
  return `{ ${membersOf(resolved, components).join(', ')} }`;
};

/** Members that are always there, each with its type; of alternatives those that all of them have. */
const membersOf = (schema: JsonObject, components: JsonObject): readonly string[] => {
  const { anyOf, oneOf = anyOf, required, properties } = schema;
  if (Array.isArray(oneOf)) {
    const [first = [], ...others] = oneOf.map((each) =>
      membersOf(resolve(each, components), components),
    );
    return first.filter((member) => others.every((members) => members.includes(member)));
  }
  if (!Array.isArray(required) || !isObject(properties)) return [];
  return required.flatMap((name) => {
    const type = typeOf(resolve(properties[String(name)], components));
    return type === undefined ? [] : [`${name}: '${type}'`];
  });
};

/** Types of JSON, and what JavaScript calls a value of each that the client read. */
const TYPES: ReadonlyMap<Json | undefined, string> = new Map([
  ['array', 'object'],
  ['boolean', 'boolean'],
  ['integer', 'bigint'],
  ['number', 'number'],
  ['object', 'object'],
  ['string', 'string'],
]);

/** A constant and an enum may have no type of their own. A value of several types is not looked at. */
const typeOf = ({ type, const: constant, enum: values }: JsonObject): string | undefined =>
  TYPES.get(type) ??
  (typeof (constant ?? (Array.isArray(values) ? values[0] : undefined)) === 'string'
    ? 'string'
    : undefined);
