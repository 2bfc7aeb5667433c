import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { InvalidArgumentError, program } from 'commander';
import { ownTemporaryFolder } from '../support/temporary-folder.ts';
import { AGAIN, type Report, toFigures } from './figures.ts';
import { contenderFile, LEFT_OUT, PEER_JOBS } from './jobs.ts';
import { buildMeasure } from './measure.ts';
import { writePage } from './page.ts';
import { runRounds } from './rounds.ts';
import { requireSameJobs } from './same-job.ts';
import { openSurroundings } from './service.ts';
import { buildSubjects, FLOOR } from './subjects.ts';
import { comparison, invocations, others } from './table.ts';

/** Compares the bundles that would be deployed with peers; `run.ts` starts it. */

const wholeNumber = (text: string): number => {
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new InvalidArgumentError('It is a number from 1 to 999.');
  return Number(text);
};

const options = program
  .name('npm run bench --')
  .description(
    'Measures cold starts, warm calls, memory and bytes of the service against its peers, side by side.',
  )
  .option('--rounds <number>', 'how often everything is measured', wholeNumber, 31)
  .option('--json <file>', 'write the figures there, too')
  .option('--write', 'write docs/performance.md anew, with its figures and chart')
  .parse()
  .opts<{ rounds: number; json?: string; write?: true }>();

const progress = (share: number): void => {
  if (!process.stderr.isTTY) return;
  const done = Math.round(share * 40);
  process.stderr.write(
    `\r[${'#'.repeat(done)}${' '.repeat(40 - done)}] ${Math.floor(share * 100)}%`,
  );
  if (share === 1) process.stderr.write('\n');
};

if (!existsSync(join(import.meta.dirname, 'node_modules'))) {
  console.error('The peers are missing: run npm run tools -- bench once.');
  process.exit(1);
}
for (const job of LEFT_OUT) {
  console.error(`${job} is left out: ${contenderFile('floor', job)} is missing.`);
}
if (options.write && LEFT_OUT.length > 0) program.error('The page shows all: write them first.');
const folder = ownTemporaryFolder();
const surroundings = await openSurroundings(folder);
const subjects = await buildSubjects(join(folder, 'bundles'));
await requireSameJobs(subjects, surroundings);
const twice = subjects
  .filter(({ contender, job }) => contender === FLOOR && job === 'getPet')
  .map((floor) => ({ ...floor, contender: AGAIN }));

const launcher = (process.env['BENCH_LAUNCHER'] ?? '').split(' ').filter(Boolean);
const measure = buildMeasure(surroundings, launcher);
const measured = await runRounds([...subjects, ...twice], options.rounds, measure, progress);
const figures = toFigures(measured);
const noise = figures.find(({ contender }) => contender === AGAIN);
if (noise === undefined) throw new Error('The floor was not measured twice');
const report: Report = {
  date: new Date().toISOString().slice(0, 10),
  machine: `Node ${process.version}, ${process.arch}, ${cpus()[0]?.model ?? ''}${launcher.length > 0 ? ', one core' : ''}`,
  engine: surroundings.engine,
  rounds: options.rounds,
  noise: { coldCpu: noise.coldCpu, coldWall: noise.coldWall, memory: noise.memory },
  figures: figures.filter(({ contender }) => contender !== AGAIN),
};

console.log(`${report.machine}; ${report.engine} over TLS; ${report.rounds} rounds`);
console.log(`The floor against itself: ${noise.coldCpu.toFixed(2)}×\n`);
for (const job of PEER_JOBS) {
  console.log(`${job}\n\n${comparison(report, job)}\n`);
}
console.log(`${others(report)}\n\n${invocations(report)}`);
if (options.json) await writeFile(options.json, `${JSON.stringify(report, null, 2)}\n`);
if (options.write) await writePage(report);
// The engine and its TLS server would keep the process alive.
process.exit();
