import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operations } from '../../../functions/operations.ts';
import { writeJson } from '../../../lib/values/json.ts';
import { clientFiles } from '../client-generator/client-files.ts';
import { openApiDocument, SERVERS } from '../document/document.ts';
import { deprecationSections, fillIn, operationList } from './generated-guides.ts';
import { ROOT } from './write-generated.ts';

/** The files that follow from contracts and addresses alone: texts by path. */
export const generatedFiles = (): Readonly<Record<string, string>> => ({
  'infra/openapi/openapi.json': `${writeJson(openApiDocument(operations, SERVERS), 2)}\n`,
  ...clientFiles(operations),
  ...pageWith('docs/deprecations.md', 'deprecations', deprecationSections(operations)),
  ...pageWith('docs/api.md', 'operations', operationList(operations)),
});

const pageWith = (path: string, name: string, list: string) => {
  const page = readFileSync(join(ROOT, path), 'utf8');
  return { [path]: fillIn(page, `${name}: npm run generate writes this list`, list) };
};
