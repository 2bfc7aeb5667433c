import { writeJson } from '../../../lib/values/json.ts';
import { type JsonObject, object } from '../document/json.ts';
import { membersOf, referenceName, resolve } from '../document/schemas.ts';
import { alternativesOf, typeOf } from './types.ts';

/** The expression that recognizes what a schema describes, as far as the client looks. */
export const guardOf = (schema: JsonObject, components: JsonObject): string => {
  const name = referenceName(schema);
  if (name !== undefined) {
    const component = object(components[name]);
    return component['type'] === 'object' ? `is${name}` : guardOf(component, components);
  }
  const alternatives = alternativesOf(schema)?.map((each) => guardOf(each, components));
  if (alternatives) return alternatives.reduce((one, other) => `isEither(${one}, ${other})`);
  if (schema['type'] === 'array')
    return `isListOf(${guardOf(object(schema['items']), components)})`;
  return objectGuard(typeOf(schema, components), schema, components);
};

/** The functions that recognize objects of the document, by those that a text uses. */
export const guardsIn = (text: string, components: JsonObject): readonly string[] =>
  Object.entries(components)
    .filter(([name]) => new RegExp(`\\bis${name}\\b`).test(text))
    .map(([name, schema]) => `const is${name} = ${objectGuard(name, object(schema), components)};`);

const objectGuard = (type: string, schema: JsonObject, components: JsonObject): string => {
  const required = membersOf(schema).filter((member) => member.required);
  const byType = Map.groupBy(required, (member) =>
    TYPE_NAMES.get(resolve(member.schema, components)['type']),
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
