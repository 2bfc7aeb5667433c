import { writeJson } from '../../../lib/values/json.ts';
import { type JsonObject, object } from '../document/json.ts';
import type { Member } from '../document/schemas.ts';
import type { OperationParts } from '../generate/operation-parts.ts';
import { commentOf, typeName, typeOf } from './typescript.ts';

/** The client's types: each schema of the document by its name, and the query of each operation. */
export const clientTypes = (
  operations: readonly OperationParts[],
  components: JsonObject,
): string => {
  const schemas = Object.entries(components)
    .map(([name, schema]) => [name, object(schema)] as const)
    // Of a list the client has the type of an item.
    .filter(([, schema]) => schema['type'] !== 'array')
    .map(([name, schema]) => {
      const type = typeOf(schema, components);
      const begin = type.startsWith('{') ? 'interface' : 'type';
      const equals = type.startsWith('{') ? '' : '=';
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
  components: JsonObject,
): string => {
  // In the document it is a text: JSON Schema has no type for either a position or a word.
  const isPosition = list === 'log' && name === 'after';
  const type = isPosition ? "bigint | 'latest'" : typeOf(schema, components);
  const readonly = type.endsWith('[]') ? 'readonly ' : '';
  const optional = required ? [':', ''] : ['?:', ' | undefined'];
  return `${commentOf(schema)}${writeJson(name)}${optional.join(` ${readonly}${type}`)};`;
};
