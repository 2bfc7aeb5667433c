import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** A program: ends with 1, and says what to do, where a runtime is missing. */

for (const name of ['bun', 'deno', 'node']) {
  if (existsSync(join(import.meta.dirname, 'node_modules/.bin', name))) continue;
  console.error(`${name} is missing. Fetch Bun, Deno and Node 22 once: npm run tools -- runtimes`);
  process.exit(1);
}
