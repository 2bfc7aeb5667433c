import { cpus } from 'node:os';
import { AGAIN, type Report, toFigures } from './figures.ts';
import { PEER_JOBS } from './jobs.ts';
import type { Measure } from './measure.ts';
import { runRounds } from './rounds.ts';
import { FLOOR, type Subject } from './subjects.ts';
import { comparison, functions } from './table.ts';

/** How everything is measured. */
export interface Run {
  readonly subjects: readonly Subject[];
  readonly measure: Measure;
  readonly rounds: number;
  readonly engine: string;
  readonly isPinned: boolean;
  readonly progress: (share: number) => void;
}

/** Measures the subjects, and the floor at getPet twice. */
export const compare = async (run: Run): Promise<Report> => {
  const { subjects, measure, rounds, engine, isPinned, progress } = run;
  const twice = subjects
    .filter(({ contender, job }) => contender === FLOOR && job === 'getPet')
    .map((floor) => ({ ...floor, contender: AGAIN }));
  const measured = await runRounds([...subjects, ...twice], rounds, measure, progress);
  const figures = toFigures(measured);
  const noise = figures.find(({ contender }) => contender === AGAIN);
  if (noise === undefined) throw new Error('The floor was not measured twice');
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: `Node ${process.version}, ${process.arch}, ${cpus()[0]?.model ?? ''}${isPinned ? ', one core' : ''}`,
    engine,
    rounds,
    noise: { coldCpu: noise.coldCpu, coldWall: noise.coldWall, memory: noise.memory },
    figures: figures.filter(({ contender }) => contender !== AGAIN),
  };
};

/** Prints a report. */
export const printReport = (report: Report): void => {
  console.log(`${report.machine}; ${report.engine} over TLS; ${report.rounds} rounds`);
  console.log(`The floor against itself: ${report.noise.coldCpu.toFixed(2)}×\n`);
  console.log(functions(report));
  for (const job of PEER_JOBS) console.log(`\n${job}\n\n${comparison(report, job)}`);
};
