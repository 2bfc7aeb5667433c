import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { operations } from '../../functions/operations.ts';
import { writeJson } from '../../lib/json.ts';
import { deprecationsGuide, errorsGuide } from '../reference/generated-guides.ts';
import { openApiDocument } from './document.ts';
import { SERVERS } from './servers.ts';

const GENERATED = {
  'infra/openapi/openapi.json': `${writeJson(openApiDocument(operations, SERVERS), 2)}\n`,
  'docs/errors.md': errorsGuide(),
  'docs/deprecations.md': deprecationsGuide(operations),
};

for (const [file, text] of Object.entries(GENERATED)) {
  await writeFile(join(import.meta.dirname, '../..', file), text);
  console.log(`Wrote ${file}.`);
}
