import { ERROR_GUIDE } from '../../../lib/errors/error-guide.ts';
import { ERRORS, type ErrorCode, errorDefinition } from '../../../lib/errors/errors.ts';
import type { Contract } from '../../../lib/http/contract.ts';
import { conditionalRead } from '../../../lib/revisions/entity-tags.ts';
import { partsOf } from './operation-parts.ts';

const CODES = Object.keys(ERRORS).filter((name): name is ErrorCode => name in ERRORS);

/** The page of error codes, `docs/errors.md`: a section for each. */
export const errorsGuide = (): string => `# Error codes

Every answer that is not a success is an \`Error\`. Only AWS answers otherwise, before a request reaches the service, without the
usual headers: 403 \`{"message":"Forbidden"}\` for a path outside of the base address. As plain text: 413 for a body over 10 MB, 431
for headers over 10,240 bytes.

\`\`\`json
{
  "code": "validation_failed",
  "message": "name is required; categoryId is required.",
  "status": 400
}
\`\`\`

\`code\` is stable, for programs. \`status\` repeats the HTTP status. \`message\` says how to fix the request, and may change.

${CODES.map(errorSection).join('\n')}`;

const errorSection = (code: ErrorCode): string => {
  const { status, headers = {} } = errorDefinition(code);
  const { happened, fix } = ERROR_GUIDE[code];
  const named = Object.keys(headers).map((name) => `\`${name}\``);
  return `## \`${code}\`

**${status}**${named.length > 0 ? `, with ${named.join(', ')}` : ''}

${happened}

**Fix:** ${fix}
`;
};

/** The page of deprecations, `docs/deprecations.md`: a section for each operation that will be removed. */
export const deprecationsGuide = (operations: readonly Contract[]): string => `# Deprecations

A deprecated operation works as before until its last day. Its answers have both days in \`Deprecation\` (RFC 9745) and
\`Sunset\` (RFC 8594). \`Link\` leads to its replacement, and to this page.

${operations.map(deprecationSection).filter(Boolean).join('\n')}`;

const deprecationSection = ({ operationId, method, path, deprecation, description }: Contract) =>
  deprecation === undefined
    ? ''
    : `## ${operationId}

\`${method} ${path}\` is deprecated since ${day(deprecation.since)} and will be removed on
${day(deprecation.sunset)}. \`GET ${deprecation.successor}\` replaces it.

${description}
`;

const day = (date: Date): string => date.toISOString().slice(0, 10);

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

/** Replaces the list of operations in a page. */
export const fillInOperations = (page: string, operations: readonly Contract[]): string => {
  // Such as "`createPet`: `POST /pets`, 201, `ETag`".
  const lines = operations
    .toSorted((one, other) => one.path.localeCompare(other.path))
    .map((contract) => `- ${nameOf(contract)}: ${callOf(contract)}, ${successOf(contract)}`)
    .join('\n');
  return fillIn(page, 'operations: npm run generate writes this list', lines);
};

const nameOf = ({ operationId, stability, deprecation }: Contract): string => {
  const end = deprecation && `deprecated, ends ${day(deprecation.sunset)}`;
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
