import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { writeJson } from '../../../lib/values/json.ts';
import { type JsonObject, object } from '../document/json.ts';
import { membersOf, referenceName } from '../document/schemas.ts';

const BIOME = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');

/**
 * Formats a text as `npx biome check --write` would.
 * @param path where it will be
 * @throws Error if it is not TypeScript
 */
export const formatted = (path: string, input: string): string => {
  const words = [BIOME, 'check', '--write', `--stdin-file-path=${path}`];
  return execFileSync(process.execPath, words, { input, encoding: 'utf8', stdio: 'pipe' });
};

const LINE_WIDTH = 96;

/** A comment of a declaration, with its tags in one block; nothing if there is nothing to say. */
export const docComment = (...paragraphs: readonly (string | undefined)[]): string => {
  const given = paragraphs.filter((paragraph) => paragraph !== undefined);
  if (given.length === 0) return '';
  const text = given.join('\n\n').replaceAll('\n\n@', '\n@').replaceAll('*/', '*\\/');
  const lines = text.split('\n').flatMap(wrap);
  if (lines.length === 1) return `/** ${lines[0]} */\n`;
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`;
};

const wrap = (line: string): readonly string[] =>
  line.match(new RegExp(`\\S.{0,${LINE_WIDTH}}(?=\\s|$)|\\S+`, 'g')) ?? [''];

export const alternativesOf = ({ anyOf, oneOf = anyOf }: JsonObject) =>
  Array.isArray(oneOf) ? oneOf.map(object) : undefined;

/** The type of a schema of the document. `Error` would hide the global one. */
export const typeName = (name: string): string => (name === 'Error' ? 'ServiceError' : name);

/**
 * The type of what a schema describes.
 * @throws Error for a schema that it does not know
 */
export const typeOf = (schema: JsonObject, components: JsonObject): string => {
  const name = referenceName(schema);
  if (name !== undefined) {
    const component = object(components[name]);
    return component['type'] === 'array' ? typeOf(component, components) : typeName(name);
  }
  const { type, const: constant, enum: values = schema['x-extensible-enum'] } = schema;
  if (constant !== undefined) return writeJson(constant);
  if (Array.isArray(values)) return values.map((value) => writeJson(value)).join(' | ');
  const alternatives = alternativesOf(schema);
  if (alternatives) return alternatives.map((each) => typeOf(each, components)).join(' | ');
  if (type === 'array') {
    const item = typeOf(object(schema['items']), components);
    return item.includes('|') ? `(${item})[]` : `${item}[]`;
  }
  if (type === 'object') return objectType(schema, components);
  if (type === 'integer') return schema['format'] === 'int64' ? 'bigint' : 'number';
  if (typeof type === 'string' && PLAIN.includes(type)) return type;
  throw new Error(`The client has no type for ${writeJson(schema)}: add it to typeOf`);
};

const PLAIN: readonly string[] = ['boolean', 'null', 'number', 'string'];

/** The comment of what a schema describes: its description and default. */
export const commentOf = ({ description, default: byDefault }: JsonObject): string =>
  docComment(
    typeof description === 'string' ? description : undefined,
    byDefault === undefined ? undefined : `@default ${writeJson(byDefault)}`,
  );

const objectType = (schema: JsonObject, components: JsonObject): string => {
  const members = membersOf(schema).map(({ name, schema: member, required }) => {
    return `${commentOf(member)}${writeJson(name)}${required ? '' : '?'}: ${typeOf(member, components)};`;
  });
  return `{\n${members.join('\n')}\n}`;
};
