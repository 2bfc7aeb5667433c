import type { Contract } from '../../../lib/http/contract.ts';
import { writeJson } from '../../../lib/json.ts';
import {
  examplesBefore,
  examplesOf,
  fillIn,
  type NamedExample,
} from '../openapi/example-request.ts';
import { SERVERS } from '../openapi/servers.ts';

/** The Markdown of a page for each beta operation, and of one that lists them, by their names. */
export const betaPages = (operations: readonly Contract[]): ReadonlyMap<string, string> => {
  const beta = operations.filter(({ stability }) => stability === 'beta');
  if (beta.length === 0) return new Map();
  const list = `# Beta operations

They stay, but details may change: the [changelog](changelog.md) names each change.

${beta.map(({ operationId, summary }) => `- [${operationId}](beta-${operationId}.md): ${summary}`).join('\n')}
`;
  return new Map([
    ['beta', list],
    ...beta.map((contract) => [`beta-${contract.operationId}`, betaPage(contract)] as const),
  ]);
};

const betaPage = (contract: Contract): string => {
  const { operationId, method, path, summary, description, errors } = contract;
  const codes = errors.map((code) => `[\`${code}\`](errors.md#${code})`).join(', ');
  return `# ${operationId}

**Beta**: it stays, but details may change.

\`${method} ${path}\`: ${summary}.

${description}

${examplesOf(contract).map(exampleSection).join('\n')}
${codes && `Besides the errors that every operation has, it may answer ${codes}.\n`}`;
};

const exampleSection = (named: NamedExample): string => {
  const { contract, example } = named;
  const { status = contract.success.status, answer, summary } = example;
  const shown = answer === undefined ? '' : `\n\`\`\`json\n${writeJson(answer, 2)}\n\`\`\``;
  return `## ${summary}

\`\`\`sh
${curlOf(named)}
\`\`\`

The answer is ${status}${answer === undefined ? ', without a body.' : ':'}
${shown}
`;
};

const curlOf = (named: NamedExample): string => {
  const { contract, example } = named;
  const before = new Map(
    [...examplesBefore(named)].map(([as, { example: earlier }]) => [
      as,
      { body: earlier.answer, header: () => '"…"' },
    ]),
  );
  const filled = (values: Readonly<Record<string, string>> = {}) =>
    Object.entries(values).map(([name, value]) => [name, String(fillIn(value, before))] as const);
  const path = filled(example.request?.path).reduce(
    (text, [name, value]) => text.replace(`{${name}}`, value),
    String(contract.path),
  );
  const query = filled(example.request?.query).map(([name, value]) => `${name}=${value}`);
  const headers = filled(example.request?.headers).map(([name, value]) => `-H '${name}: ${value}'`);
  const body = example.request?.body;
  return [
    `curl -X ${contract.method} -H "Authorization: Bearer $API_KEY"`,
    ...headers,
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: application/json' -d '${writeJson(fillIn(body, before))}'`]),
    `'${SERVERS[contract.api][0]?.url}${path}${query.length > 0 ? `?${query.join('&')}` : ''}'`,
  ].join(' \\\n  ');
};
