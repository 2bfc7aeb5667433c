import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fillIn } from '../../infra/openapi/generate/generated-guides.ts';
import { type Figure, median, type Paired, type Report } from './compare.ts';
import { JOBS, type Job } from './subjects.ts';
import { verdict } from './verdict.ts';

const PAGE = join(import.meta.dirname, '../../docs/performance.md');

/** A Markdown table; columns of numbers are aligned to the right. */
const table = ([head = [], ...body]: readonly (readonly string[])[]): string => {
  const rule = head.map((_, column) => (column === 0 ? '---' : '--:'));
  return [head, rule, ...body].map((row) => `| ${row.join(' | ')} |`).join('\n');
};

const times = (ratio: number): string => `${ratio.toFixed(2)}×`;
const kilobytes = (bytes: number): string => `${Math.round(bytes / 1000)} kB`;
const percent = (ratio: number): string => `${Math.round(Math.abs(ratio - 1) * 100)}%`;

/** All contenders, the fastest start of the first operation first: times of each operation, the rest of the first. */
const comparison = ({ figures }: Report): string => {
  const at = (job: Job | undefined) => figures.filter((figure) => figure.job === job);
  const each = (contender: string, ratio: (figure: Figure) => number): string =>
    JOBS.flatMap((job) => at(job).filter((figure) => figure.contender === contender))
      .map((figure) => times(ratio(figure)))
      .join(', ');
  return table([
    [JOBS.join(', '), 'Cold', 'Warm call', 'Memory', 'Zip'],
    ...at(JOBS[0])
      .toSorted((one, other) => one.coldCpu - other.coldCpu)
      .map(({ contender, memory, zipBytes }) => [
        contender,
        each(contender, ({ coldCpu }) => coldCpu),
        each(contender, ({ warm }) => warm),
        times(memory),
        kilobytes(zipBytes),
      ]),
  ]);
};

/** Of one invocation: the second one sends the same. */
const requestsOf = ({ requests }: Report, job: Job): string =>
  [...new Set(requests[job]?.split(', '))].map((request) => `\`${request}\``).join(', ');

/** The figures as Markdown. */
export const markdown = (report: Report): string =>
  [
    comparison(report),
    `Measured on ${report.date}: ${report.machine}; medians of ${report.rounds} rounds. The same code measured twice differed by
${percent(report.noise.coldCpu)}. All send DynamoDB the same: ${JOBS.map((job) => `${job} ${requestsOf(report, job)}`).join('; ')}.`,
  ].join('\n\n');

/** Replaces the figures of docs/performance.md. */
export const writePage = async (report: Report): Promise<void> => {
  const page = await readFile(PAGE, 'utf8');
  await writeFile(PAGE, fillIn(page, 'figures: npm run bench -- --write', markdown(report)));
};

/** Prints what the check found. Returns whether no operation starts slower than the floor. */
export const printCheck = (all: Paired): boolean => {
  for (const job of JOBS) {
    const ratios = all[job];
    const line = `${job.padEnd(12)}${times(median(ratios))}, ${ratios.length} rounds`;
    if (verdict(ratios) === 'slower')
      console.error(`${line}: its cold start is slower than that of the AWS SDK alone.`);
    else console.log(line);
  }
  return JOBS.every((job) => verdict(all[job]) === 'passes');
};
