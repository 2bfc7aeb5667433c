import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InvalidArgumentError, program } from 'commander';
import { ownTemporaryFolder } from '../support/temporary-folder.ts';
import { checkColdStarts, printCheck } from './check.ts';
import { compare, printReport } from './compare.ts';
import { contenderFile, JOBS } from './jobs.ts';
import { buildMeasure } from './measure.ts';
import { writePage } from './page.ts';
import { progress } from './progress.ts';
import { requireSameJobs } from './same-job.ts';
import { openSurroundings } from './service.ts';
import { buildPairs, buildPeers } from './subjects.ts';

/** Compares the bundles that would be deployed with the AWS SDK alone, and with peers; `run.ts` starts it. */

const wholeNumber = (text: string): number => {
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new InvalidArgumentError('It is a number from 1 to 999.');
  return Number(text);
};

const { check, json, rounds, write } = program
  .name('npm run bench --')
  .description(
    'Measures cold starts, warm calls, memory and bytes of the service against its peers, side by side.',
  )
  .option(
    '--check',
    'only whether each function starts as fast as the AWS SDK alone; else it fails',
  )
  .option('--rounds <number>', 'how often everything is measured', wholeNumber, 31)
  .option('--json <file>', 'write the figures there, too')
  .option('--write', 'write docs/performance.md anew, with its figures and chart')
  .parse()
  .opts<{ check?: true; rounds: number; json?: string; write?: true }>();

if (!check && !existsSync(join(import.meta.dirname, 'node_modules'))) {
  console.error('The peers are missing: run npm run tools -- bench once.');
  process.exit(1);
}
const missing = JOBS.map((job) => contenderFile('floor', job)).filter((file) => !existsSync(file));
if (missing.length > 0) {
  console.error(`The AWS SDK alone has to do every job: write ${missing.join(', ')}`);
  process.exit(1);
}
const folder = ownTemporaryFolder();
const surroundings = await openSurroundings(folder);
const pairs = await buildPairs(join(folder, 'pairs'));
const peers = check ? [] : await buildPeers(join(folder, 'peers'));
const subjects = [...pairs, ...peers];
await requireSameJobs(subjects, surroundings);

const launcher = (process.env['BENCH_LAUNCHER'] ?? '').split(' ').filter(Boolean);
const measure = buildMeasure(surroundings, launcher);
if (check) {
  // Its servers would keep the process alive.
  process.exit(printCheck(await checkColdStarts(subjects, measure, progress)) ? 0 : 1);
}
const report = await compare({
  subjects,
  measure,
  rounds,
  engine: surroundings.engine,
  isPinned: launcher.length > 0,
  progress,
});
printReport(report);
if (json) await writeFile(json, `${JSON.stringify(report, null, 2)}\n`);
if (write) await writePage(report);
process.exit();
