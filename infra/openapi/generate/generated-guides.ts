import { ERROR_GUIDE } from '../../../lib/errors/error-guide.ts';
import { ERRORS, type ErrorCode, errorDefinition } from '../../../lib/errors/errors.ts';
import type { Contract } from '../../../lib/http/contract.ts';

const CODES = Object.keys(ERRORS).filter((name): name is ErrorCode => name in ERRORS);

/** The page of error codes, `docs/errors.md`: a section for each. */
export const errorsGuide = (): string => `# Error codes

Every answer that is not a success is an \`Error\`. Only AWS answers otherwise, before a request reaches the service: 403
\`{"message":"Forbidden"}\` for a path outside of the base address, and, as plain text, 413 for a body over 10 MB and 431
for headers over 10,240 bytes, without the usual headers.

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
