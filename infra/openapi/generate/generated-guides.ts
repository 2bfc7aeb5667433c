import { dayOf } from '../../../lib/events/log-head.ts';
import type { Contract } from '../../../lib/http/contract.ts';
import { conditionalRead } from '../../../lib/revisions/entity-tags.ts';
import { partsOf } from './operation-parts.ts';

/** A section for each operation that will be removed, for `docs/deprecations.md`. */
export const deprecationSections = (operations: readonly Contract[]): string =>
  operations.flatMap(deprecationSection).join('\n\n');

const deprecationSection = ({ operationId, method, path, deprecation, description }: Contract) =>
  deprecation === undefined
    ? []
    : `## ${operationId}

\`${method} ${path}\` is deprecated since ${dayOf(deprecation.since)} and will be removed on
${dayOf(deprecation.sunset)}. \`GET ${deprecation.successor}\` replaces it.

${description}`;

/**
 * Replaces what a page has between two comments.
 * @param title the text of the first one, `name: what writes it`; the second one is `end of name`
 * @throws Error if the page does not have them
 */
export const fillIn = (page: string, title: string, text: string): string => {
  const [name] = title.split(':');
  const [begin, end] = [`<!-- ${title} -->`, `<!-- end of ${name} -->`];
  const [before, rest] = page.split(begin);
  const after = rest?.split(end)[1];
  if (after === undefined) {
    throw new Error(
      `The page does not say where the ${name} belong: add the lines ${begin} and ${end}`,
    );
  }
  return `${before}${begin}\n\n${text}\n\n${end}${after}`;
};

/** A line for each operation, for `docs/api.md`, such as "`createPet`: `POST /pets`, 201, `ETag`". */
export const operationList = (operations: readonly Contract[]): string =>
  operations
    .toSorted((one, other) => one.path.localeCompare(other.path))
    .map((contract) => `- ${nameOf(contract)}: ${callOf(contract)}, ${successOf(contract)}`)
    .join('\n');

const nameOf = ({ operationId, stability, deprecation }: Contract): string => {
  const end = deprecation && `deprecated, ends ${dayOf(deprecation.sunset)}`;
  const notes = [stability, end].filter(Boolean).join(', ');
  return `\`${operationId}\`${notes && ` (${notes})`}`;
};

const callOf = (contract: Contract): string => {
  const { method, path, api, request } = contract;
  const query = partsOf(contract).query.map(({ name }) => `${name}=`);
  const place = api === 'pets' ? '' : `, at the ${api}’s address`;
  const key = request.idempotencyKey ? ', `Idempotency-Key`' : '';
  return `\`${method} ${path}${query.length > 0 ? `?${query.join('&')}` : ''}\`${place}${key}`;
};

const successOf = ({ request, success }: Contract): string => {
  const { status, statusIfNew, headers = [], optionalHeaders = [] } = success;
  const notModified = request.headers === conditionalRead && 304;
  const statuses = [status, statusIfNew, notModified].filter(Boolean).join(' or ');
  return [statuses, ...[...headers, ...optionalHeaders].map((name) => `\`${name}\``)].join(', ');
};
