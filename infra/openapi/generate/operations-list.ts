import type { Contract } from '../../../lib/http/contract.ts';
import { conditionalRead } from '../../../lib/revisions/entity-tags.ts';
import { partsOf } from './operation-parts.ts';

const BEGIN = '<!-- operations: npm run generate writes this list -->';
const END = '<!-- end of operations -->';

/**
 * Replaces the list of operations in a page.
 * @throws Error if the page does not have the list's markers
 */
export const fillInOperations = (page: string, operations: readonly Contract[]): string => {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) {
    throw new Error(`There is no place for the operations: add the lines ${BEGIN} and ${END}`);
  }
  const lines = operations
    .toSorted((one, other) => one.path.localeCompare(other.path))
    .map(lineOf)
    .join('\n');
  return `${before}${BEGIN}\n\n${lines}\n\n${END}${after}`;
};

/** Such as "`createPet`: `POST /pets`, 201, `ETag`". */
const lineOf = (contract: Contract): string =>
  `- ${nameOf(contract)}: ${callOf(contract)}, ${successOf(contract)}`;

const nameOf = ({ operationId, stability, deprecation }: Contract): string => {
  const end = deprecation?.sunset.toISOString().slice(0, 10);
  const notes = [...(stability ? [stability] : []), ...(end ? [`deprecated, ends ${end}`] : [])];
  return `\`${operationId}\`${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`;
};

const callOf = (contract: Contract): string => {
  const { method, path, api, request } = contract;
  const query = partsOf(contract).query.map(({ name }) => `${name}=`);
  const place = api === 'pets' ? '' : `, at the ${api}’s address`;
  const key = request.idempotencyKey ? ', `Idempotency-Key`' : '';
  return `\`${method} ${path}${query.length > 0 ? `?${query.join('&')}` : ''}\`${place}${key}`;
};

const successOf = ({ request, success }: Contract): string => {
  const statuses = [
    success.status,
    ...(success.statusIfNew ? [success.statusIfNew] : []),
    ...(request.headers === conditionalRead ? [304] : []),
  ];
  const headers = [...(success.headers ?? []), ...(success.optionalHeaders ?? [])].map(
    (name) => `, \`${name}\``,
  );
  return `${statuses.join(' or ')}${headers.join('')}`;
};
