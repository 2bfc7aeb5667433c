import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openEngine } from '../../support/engine.ts';
import { ownTemporaryFolder } from '../../support/temporary-folder.ts';
import { type Ceiling, measureCeilings, PARTITION } from './ceilings.ts';
import { runLoad } from './load.ts';
import { startMeter } from './meter.ts';
import { fill, openStore } from './store.ts';

/**
 * A program: how often a second the partitions of tables and indexes take each operation; then a part of what is aimed at, on
 * partitions that take the same part.
 */

const PAGE = join(import.meta.dirname, '../../../docs/scale.md');
const [START, END] = ['<!-- ceilings: npm run check -- scale -->', '<!-- end of ceilings -->'];

const { values } = parseArgs({
  options: {
    // The part that a slow machine carries out, such as 200 for a two-hundredth.
    part: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '60' },
    'load-only': { type: 'boolean', default: false },
  },
});
const [part, seconds] = [Number(values.part), Number(values.seconds)];

const writePage = (ceilings: readonly Ceiling[]): void => {
  const rows = ceilings.map(
    ({ work, busiest, perSecond }) =>
      `| ${work} | ${perSecond.toLocaleString('en')} | ${busiest} |`,
  );
  const table = ['| | A second | What ends first |', '| --- | ---: | --- |', ...rows].join('\n');
  const page = readFileSync(PAGE, 'utf8');
  const [before, after] = [page.indexOf(START), page.indexOf(END)];
  if (before < 0 || after < before) {
    throw new Error(`docs/scale.md does not have ${START} and ${END}.`);
  }
  writeFileSync(
    PAGE,
    `${page.slice(0, before + START.length)}\n\n${table}\n\n${page.slice(after)}`,
  );
};

ownTemporaryFolder();
let good = true;
const demand = (holds: boolean, text: string): void => {
  good &&= holds;
  console.log(`${holds ? ' ' : '!'} ${text}`);
};

/** New tables with pets, and a meter that refuses nothing. */
const open = async () => {
  const engine = await openEngine();
  await fill(engine);
  const meter = await startMeter(engine);
  return { engine, meter, store: await openStore(engine, meter) };
};

if (!values['load-only']) {
  const { store, meter } = await open();
  const ceilings = await measureCeilings(store, meter);
  for (const { work, busiest, perSecond, aim = 0 } of ceilings) {
    const text = `${perSecond} a second: ${work} (${busiest})`;
    demand(perSecond >= aim, aim > 0 ? `${text}; aim ${aim}` : text);
  }
  writePage(ceilings);
}

const { engine, store } = await open();
const small = await startMeter(engine, {
  read: PARTITION.read / part,
  write: PARTITION.write / part,
  // What a whole partition takes in a tenth of a second: a block of ids lasts as much longer as there are fewer creates.
  burst: part / 10,
});
const outcome = await runLoad(await openStore(engine, small), store, { part, seconds });
for (const [kind, { answered, failed }] of Object.entries(outcome)) {
  demand(failed === 0, `${kind}: ${answered} answered in ${seconds} s, ${failed} failed`);
}
console.log(`  ${small.refused()} requests were refused, and sent again`);
process.exit(good ? 0 : 1);
