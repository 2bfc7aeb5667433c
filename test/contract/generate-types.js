import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/** A program: writes the types of the client, in packages/client, from the document. */

const ROOT = join(import.meta.dirname, '../..');
const TYPES = 'packages/client/src/openapi.ts';

if (!existsSync(join(import.meta.dirname, 'node_modules'))) {
  console.log(`${TYPES}: left as it was, as a tool is missing: npm run tools -- contract`);
  process.exit();
}
const { default: openapiTypescript, astToString } = await import('openapi-typescript');
const { default: ts } = await import('typescript');

const { factory } = ts;
const literal = (text) => factory.createLiteralTypeNode(factory.createStringLiteral(text));

const { values } = parseArgs({
  options: { output: { type: 'string', default: join(ROOT, TYPES) } },
});
const document = await readFile(join(ROOT, 'infra/docs/openapi/openapi.json'), 'utf8');
const types = await openapiTypescript(JSON.parse(document), {
  transform: ({ format, 'x-extensible-enum': known }) => {
    // A JavaScript number would round it.
    if (format === 'int64') return factory.createKeywordTypeNode(ts.SyntaxKind.BigIntKeyword);
    return known && factory.createUnionTypeNode(known.map(literal));
  },
  // What has a default may be left out.
  defaultNonNullable: false,
  silent: true,
});
await writeFile(
  values.output,
  `// Made by \`npm run generate\`: do not edit.\n${astToString(types)}`,
);
console.log(`${TYPES}: written`);
