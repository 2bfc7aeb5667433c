import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { operations } from '../../../functions/operations.ts';
import { writeJson } from '../../../lib/values/json.ts';
import { clientFiles } from '../client-generator/client-files.ts';
import { openApiDocument, SERVERS } from '../document/document.ts';
import { deprecationsGuide, errorsGuide, fillInOperations } from './generated-guides.ts';
import { ROOT } from './write-generated.ts';

/** The files that follow from contracts, error codes and addresses alone: texts by path. */
export const generatedFiles = async (): Promise<Readonly<Record<string, string>>> => {
  const guide = await readFile(join(ROOT, 'docs/api.md'), 'utf8');
  const document = openApiDocument(operations, SERVERS);
  return {
    'infra/openapi/openapi.json': `${writeJson(document, 2)}\n`,
    ...clientFiles(operations),
    'docs/errors.md': errorsGuide(),
    'docs/deprecations.md': deprecationsGuide(operations),
    'docs/api.md': fillInOperations(guide, operations),
  };
};
