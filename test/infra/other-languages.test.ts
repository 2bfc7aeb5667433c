import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { GENERATORS } from './document/clients/generators.ts';

const PAGE = join(import.meta.dirname, '../../docs/other-languages.md');
const BEGIN = '<!-- generators: npm run generate writes this table -->';
const END = '<!-- end of generators -->';

const generators = Object.values(GENERATORS).toSorted((one, other) =>
  `${one.language} ${one.name}`.localeCompare(`${other.language} ${other.name}`),
);

const rows = generators.map(
  ({ language, name, rounds, readsNewStatus, address }) =>
    `| ${language} | ${name} | ${rounds ? 'rounded' : 'exact'} | ${readsNewStatus ? 'read' : 'an error'} | ${address} |`,
);
const commands = generators.map(({ generate }) => generate);

test('the page of other languages has what the check of generators sees', () => {
  const page = readFileSync(PAGE, 'utf8');
  const [before, rest] = page.split(BEGIN);
  const table = `| Language | Generator | int64 | Value not in an \`enum\` | Address of \`createMessage\` |
|---|---|---|---|---|
${rows.join('\n')}

\`\`\`sh
${commands.join('\n')}
\`\`\``;
  const filled = `${before}${BEGIN}\n\n${table}\n\n${END}${rest?.split(END)[1]}`;
  const { _updateSnapshot } = Object(Object(expect.getState()).snapshotState);
  if (_updateSnapshot === 'all') writeFileSync(PAGE, filled);
  else expect(page).toBe(filled);
});
