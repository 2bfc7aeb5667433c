import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { operations } from '../../functions/index.ts';
import { writeJson } from '../../lib/http/json.ts';
import { openApiDocument } from './document.ts';
import { SERVERS } from './servers.ts';

const file = join(import.meta.dirname, 'openapi.json');
await writeFile(file, `${writeJson(openApiDocument(operations, SERVERS), 2)}\n`);
console.log(`Wrote ${file}.`);
