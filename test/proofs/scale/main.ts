import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openEngine } from '../../support/engine.ts';
import { ownTemporaryFolder } from '../../support/temporary-folder.ts';
import { measureCeilings } from './ceilings.ts';
import { fillPets } from './store.ts';

/** A program: how often a second the partitions of tables and indexes take each operation, which it writes into the page of scale. */

const PAGE = join(import.meta.dirname, '../../../docs/scale.md');
const TABLE =
  /(?<=<!-- ceilings: npm run check -- scale -->\n\n).*(?=\n\n<!-- end of ceilings -->)/s;

ownTemporaryFolder();
const engine = await openEngine();
await fillPets(engine);
const ceilings = await measureCeilings(engine);
for (const { work, busiest, perSecond, aim = 0 } of ceilings) {
  const aimed = aim > 0 ? `; aim ${aim}` : '';
  console.log(
    `${perSecond >= aim ? ' ' : '!'} ${perSecond} a second: ${work} (${busiest})${aimed}`,
  );
}
const rows = ceilings.map(
  ({ work, busiest, perSecond }) => `| ${work} | ${perSecond.toLocaleString('en')} | ${busiest} |`,
);
const table = ['| | A second | What ends first |', '| --- | ---: | --- |', ...rows].join('\n');
const page = readFileSync(PAGE, 'utf8');
if (!TABLE.test(page))
  throw new Error('docs/scale.md does not have the comments around its table.');
writeFileSync(
  PAGE,
  page.replace(TABLE, () => table),
);
process.exit(ceilings.every(({ perSecond, aim = 0 }) => perSecond >= aim) ? 0 : 1);
