import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import openapiTypescript, { astToString } from 'openapi-typescript';
import ts from 'typescript';

/** Writes the types of the client that packages/client shows, from the document. */

const BIGINT = ts.factory.createKeywordTypeNode(ts.SyntaxKind.BigIntKeyword);

const { values } = parseArgs({
  options: { output: { type: 'string', default: '../../packages/client/src/openapi.ts' } },
});
const document = JSON.parse(await readFile('../../infra/docs/openapi/openapi.json', 'utf8'));
const types = await openapiTypescript(document, {
  // A JavaScript number would round it.
  transform: ({ format }) => (format === 'int64' ? BIGINT : undefined),
  // What has a default may be left out.
  defaultNonNullable: false,
  silent: true,
});
await writeFile(
  values.output,
  `// Made by \`npm run generate\`: do not edit.\n${astToString(types)}`,
);
