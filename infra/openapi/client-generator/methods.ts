import { dayOf } from '../../../lib/events/log-head.ts';
import type { Components, JsonSchema } from '../document/json.ts';
import { referenceName } from '../document/schemas.ts';
import type { OperationParts } from '../generate/operation-parts.ts';
import { docComment, guardOf, queryName, typeOf } from './types.ts';

/**
 * The method of an operation, and one more for a list.
 * @param operations all operations, of which some answer what others change
 * @throws Error for a contract of a form that the client does not know
 */
export const methodsOf = (
  parts: OperationParts,
  operations: readonly OperationParts[],
  components: Components,
): string => {
  const { operationId, method, path } = parts.contract;
  const thing = thingAt(parts, operations);
  const { parameters, input } = inputOf(parts, thing, components);
  const guard = parts.answer ? guardOf(parts.answer, components) : 'isNothing';
  const { type, reader } = answerOf(parts, components);
  const sent = `this.#send('${method} ${path}', ${guard}, input, options)`;
  return `${commentOf(parts, thing)}${operationId}(${parameters.join(', ')}): Promise<${type}> {
    const input = { ${input.join(', ')} };
    return ${reader.replace('sent', sent)};
  }
${parts.list === 'pages' ? wholeList(parts, components) : ''}`;
};

/** What an operation changes if it is as the client read it: the name of its schema, which others at its path answer. */
const thingAt = (
  { contract: { operationId, path }, headers }: OperationParts,
  operations: readonly OperationParts[],
): string | undefined => {
  if (!headers.includes('If-Match')) return undefined;
  const thing = operations
    .filter(({ contract }) => contract.path === path)
    .map(({ answer }) => answer && referenceName(answer))
    .find((name) => name !== undefined);
  if (thing !== undefined) return thing;
  throw new Error(`${operationId} takes If-Match, but no operation answers ${path}`);
};

const camelCase = (name: string): string => name.replace(/^./, (letter) => letter.toLowerCase());

const inputOf = (parts: OperationParts, thing: string | undefined, components: Components) => {
  const { path, query, headers, body, contract, answer } = parts;
  const given = thing && camelCase(thing);
  const ids = path.map(({ name, schema }, index) => {
    const type = typeOf(schema, components);
    return given && index === path.length - 1
      ? { parameter: `${given}: ${thing} | ${type}`, value: `${name}: idOf(${given})` }
      : { parameter: `${name}: ${type}`, value: name };
  });
  const bodyName = body && camelCase(referenceName(body) ?? 'body');
  const isConditional = headers.includes('If-None-Match');
  const isPut = isConditional && contract.method === 'PUT';
  const options = [
    ...(contract.request.idempotencyKey ? ['CreateOptions'] : []),
    ...(isPut ? ['PutOptions'] : []),
    ...(isConditional && !isPut && answer ? [`ReadOptions<${itemType(answer, components)}>`] : []),
  ];
  return {
    parameters: [
      ...ids.map(({ parameter }) => parameter),
      ...(body ? [`${bodyName}: ${typeOf(body, components)}`] : []),
      ...(query.length > 0 ? [`query: ${queryName(contract)}${defaultOf(query)}`] : []),
      `options: ${options.join(' & ') || 'CallOptions'} = {}`,
    ],
    input: [
      ...(ids.length > 0 ? [`path: { ${ids.map(({ value }) => value).join(', ')} }`] : []),
      ...(query.length > 0 ? ['query'] : []),
      ...(body ? [`body: ${bodyName}`] : []),
      ...(contract.request.idempotencyKey ? ['once: true'] : []),
      ...(given ? [`condition: conditionOf(${given}${isPut ? ', options' : ''})`] : []),
      ...(contract.request.repeatable ? ['repeatable: true'] : []),
    ],
  };
};

/** The type of what is answered, or of each item of a list. */
const itemType = (answer: JsonSchema, components: Components): string =>
  typeOf(answer, components).replace(/\[\]$/, '');

/** A query without a required member may be left out. */
const defaultOf = (query: OperationParts['query']): string =>
  query.some(({ required }) => required) ? '' : ' = {}';

/** The type that a method gives, and the expression that reads it from what was `sent`. */
const answerOf = ({ contract, answer, list }: OperationParts, components: Components) => {
  const { method, errors } = contract;
  const notFound = errors.find((code) => code.endsWith('_not_found'));
  if (answer === undefined) {
    const isDelete = method === 'DELETE' && notFound !== undefined;
    return { type: 'void', reader: isDelete ? `unlessGone(sent, '${notFound}')` : 'bodyOf(sent)' };
  }
  const type = typeOf(answer, components);
  const item = type.replace(/\[\]$/, '');
  if (list === 'pages') return { type: `Page<${item}>`, reader: 'pageOf(sent)' };
  if (list === 'log') return { type: `EventPage<${item}>`, reader: 'eventPageOf(sent)' };
  return { type: type === item ? type : `readonly ${type}`, reader: 'bodyOf(sent)' };
};

const wholeList = (parts: OperationParts, components: Components): string => {
  const { contract, answer, query } = parts;
  const { operationId } = contract;
  const item = answer && itemType(answer, components);
  const type = `Omit<${queryName(contract)}, 'cursor'>`;
  const text = `All of \`${operationId}\`, page by page. \`limit\` is the size of a page.`;
  return `
${docComment(text, ...tagsOf(contract))}${operationId.replace('list', 'all')}(query: ${type}${defaultOf(query)}, options: CallOptions = {}): List<${item}> {
    return createList((cursor) => this.${operationId}({ ...query, cursor }, options));
  }
`;
};

const commentOf = ({ contract }: OperationParts, thing: string | undefined): string => {
  const { summary, description, request } = contract;
  const name = thing?.toLowerCase();
  return docComment(
    `${summary}.${request.idempotencyKey ? ' It takes effect once, however often the request has to be sent.' : ''}`,
    description,
    name &&
      `Give the ${name} as a method returned it, and the request fails with \`precondition_failed\` if it changed since. With an id, or a ${name} of a list, the last change wins.`,
    ...tagsOf(contract),
    contract.errors.length > 0
      ? `@throws PetStoreError also with code ${contract.errors.map((code) => `\`${code}\``).join(', ')}`
      : '@throws PetStoreError',
  );
};

/** What editors show of an operation's state. */
const tagsOf = ({ stability, deprecation }: OperationParts['contract']) => [
  stability && `@${stability}`,
  deprecation &&
    `@deprecated It ends on ${dayOf(deprecation.sunset)}. \`GET ${deprecation.successor}\` replaces it.`,
];
