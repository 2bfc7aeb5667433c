import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fillInUnits } from './capacity.ts';

/** A program: writes the units of operations into the page of costs. */
const page = join(import.meta.dirname, '../../../docs/cost.md');
writeFileSync(page, fillInUnits(readFileSync(page, 'utf8')));
console.log('docs/cost.md: written');
