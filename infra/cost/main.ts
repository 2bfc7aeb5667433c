import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { costPage } from './page.ts';

/** Writes the page of costs anew. */
writeFileSync(join(import.meta.dirname, '../../docs/cost.md'), costPage());
