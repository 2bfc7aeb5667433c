import { writeJson } from '../../../lib/values/json.ts';
import type { Components, JsonSchema } from '../document/json.ts';
import { type Member, membersOf, referenceName, resolve, schemaIn } from '../document/schemas.ts';
import type { OperationParts } from '../generate/operation-parts.ts';

/** The client's types: each schema of the document by its name, and the query of each operation. */
export const clientTypes = (operations: readonly OperationParts[], components: Components) => {
  const schemas = Object.entries(components)
    // Of a list the client has the type of an item.
    .filter(([, schema]) => schema.type !== 'array')
    .map(([name, schema]) => {
      const type = typeOf(schema, components);
      const [begin, equals] = type.startsWith('{') ? ['interface', ''] : ['type', '='];
      return `${commentOf(schema)}export ${begin} ${typeName(name)} ${equals} ${type}`;
    });
  const queries = operations
    .filter(({ query }) => query.length > 0)
    .map(({ contract, query, list }) => {
      const members = query.map((member) => queryMember(member, list, components));
      return `/** The query of \`${contract.operationId}\`. */
export interface ${queryName(contract)} {
${members.join('\n')}
}`;
    });
  return [...schemas, ...queries].join('\n\n');
};

export const queryName = ({ operationId }: OperationParts['contract']): string =>
  `${operationId.replace(/^./, (letter) => letter.toUpperCase())}Query`;

const queryMember = (
  { name, schema, required }: Member,
  list: OperationParts['list'],
  components: Components,
): string => {
  // In the document it is a text: JSON Schema has no type for either a position or a word.
  const isPosition = list === 'log' && name === 'after';
  const type = isPosition ? "bigint | 'latest'" : typeOf(schema, components);
  const readonly = type.endsWith('[]') ? 'readonly ' : '';
  const optional = required ? [':', ''] : ['?:', ' | undefined'];
  return `${commentOf(schema)}${writeJson(name)}${optional.join(` ${readonly}${type}`)};`;
};

/** A comment of a declaration, with its tags in one block; nothing if there is nothing to say. */
export const docComment = (...paragraphs: readonly (string | undefined)[]): string => {
  const given = paragraphs.filter((paragraph) => paragraph !== undefined);
  if (given.length === 0) return '';
  const text = given.join('\n\n').replaceAll('\n\n@', '\n@').replaceAll('*/', '*\\/');
  const lines = text.split('\n').flatMap(wrap);
  if (lines.length === 1) return `/** ${lines[0]} */\n`;
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`;
};

const wrap = (line: string): readonly string[] => line.match(/\S.{0,96}(?=\s|$)|\S+/g) ?? [''];

/** The type of a schema of the document. `Error` would hide the global one. */
const typeName = (name: string): string => (name === 'Error' ? 'ServiceError' : name);

/**
 * The type of what a schema describes.
 * @throws Error for a schema that it does not know
 */
export const typeOf = (schema: JsonSchema, components: Components): string => {
  const name = referenceName(schema);
  const found = resolve(schema, components);
  const { type, const: constant, enum: values = found['x-extensible-enum'] } = found;
  if (name !== undefined && type !== 'array') return typeName(name);
  if (constant !== undefined) return writeJson(constant);
  if (Array.isArray(values)) return values.map((value) => writeJson(value)).join(' | ');
  const alternatives = found.oneOf ?? found.anyOf;
  if (alternatives) return alternatives.map((each) => typeOf(each, components)).join(' | ');
  if (type === 'array') {
    const item = typeOf(schemaIn(found.items), components);
    return item.includes('|') ? `(${item})[]` : `${item}[]`;
  }
  if (type === 'object') return objectType(found, components);
  if (type === 'integer') return found.format === 'int64' ? 'bigint' : 'number';
  if (typeof type === 'string') return type;
  throw new Error(`The client has no type for ${writeJson(schema)}: add it to typeOf`);
};

/** The comment of what a schema describes: its description and default. */
const commentOf = ({ description, default: byDefault }: JsonSchema): string =>
  docComment(description, byDefault === undefined ? undefined : `@default ${writeJson(byDefault)}`);

const objectType = (schema: JsonSchema, components: Components): string => {
  const members = membersOf(schema).map(({ name, schema: member, required }) => {
    return `${commentOf(member)}${writeJson(name)}${required ? '' : '?'}: ${typeOf(member, components)};`;
  });
  return `{\n${members.join('\n')}\n}`;
};

/** The expression that recognizes what a schema describes, as far as the client looks. */
export const guardOf = (schema: JsonSchema, components: Components): string => {
  const name = referenceName(schema);
  const found = resolve(schema, components);
  if (name !== undefined && found.type === 'object') return `is${name}`;
  const alternatives = (found.oneOf ?? found.anyOf)?.map((each) => guardOf(each, components));
  if (alternatives) return alternatives.reduce((one, other) => `isEither(${one}, ${other})`);
  if (found.type === 'array') return `isListOf(${guardOf(schemaIn(found.items), components)})`;
  return objectGuard(typeOf(found, components), found, components);
};

/** The functions that recognize objects of the document, by those that a text uses. */
export const guardsIn = (text: string, components: Components): readonly string[] =>
  Object.entries(components)
    .filter(([name]) => new RegExp(`\\bis${name}\\b`).test(text))
    .map(([name, schema]) => `const is${name} = ${objectGuard(name, schema, components)};`);

const objectGuard = (type: string, schema: JsonSchema, components: Components): string => {
  const required = membersOf(schema).filter((member) => member.required);
  const byType = Map.groupBy(required, (member) =>
    TYPE_NAMES.get(resolve(member.schema, components).type),
  );
  byType.delete(undefined);
  const names = [...byType].map(
    ([found, members]) => `${found}: ${writeJson(members.map(({ name }) => name))}`,
  );
  return `isObjectOf<${type}>({ ${names.join(', ')} })`;
};

/** Types of JSON, and what JavaScript calls a value that the client read. It does not look at a value of several types. */
const TYPE_NAMES: ReadonlyMap<unknown, string> = new Map([
  ['array', 'object'],
  ['boolean', 'boolean'],
  ['integer', 'bigint'],
  ['object', 'object'],
  ['string', 'string'],
]);
