import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** A program: ends with 1, and says what to do, where the linters and a generator of clients are missing. */

if (!existsSync(join(import.meta.dirname, 'node_modules'))) {
  console.error(
    'The tools for the document are missing. Fetch them once: npm ci --ignore-scripts --prefix test/infra/document',
  );
  process.exit(1);
}
