import { type Figure, median, type Paired, type Report } from './compare.ts';
import { JOBS, type Job } from './subjects.ts';
import { verdict } from './verdict.ts';

const times = (ratio: number): string => `${ratio.toFixed(2)}×`;

/** All contenders, the fastest start of the first operation first: times of each operation, the rest of the first. */
const comparison = ({ figures }: Report): string => {
  const at = (job: Job | undefined) => figures.filter((figure) => figure.job === job);
  const each = (contender: string, ratio: (figure: Figure) => number): string =>
    JOBS.flatMap((job) => at(job).filter((figure) => figure.contender === contender))
      .map((figure) => times(ratio(figure)))
      .join(', ');
  const rows = at(JOBS[0])
    .toSorted((one, other) => one.coldCpu - other.coldCpu)
    .map(({ contender, memory, zipBytes }) => [
      contender,
      each(contender, ({ coldCpu }) => coldCpu),
      each(contender, ({ warm }) => warm),
      times(memory),
      `${Math.round(zipBytes / 1000)} kB`,
    ]);
  const head = [JOBS.join(', '), 'Cold', 'Warm call', 'Memory', 'Zip'];
  return [head, ['---', '--:', '--:', '--:', '--:'], ...rows]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');
};

/**
 * The figures as Markdown.
 * @param requests to DynamoDB of two invocations: the second one sends the same
 */
export const figuresOf = (report: Report, requests: Readonly<Record<string, string>>): string => {
  const sent = JOBS.map((job) => {
    const each = [...new Set(requests[job]?.split(', '))].map((request) => `\`${request}\``);
    return `${job} ${each.join(', ')}`;
  });
  const noise = Math.round(Math.abs(report.noise.coldCpu - 1) * 100);
  return `${comparison(report)}

Measured on ${report.date}: ${report.machine}; medians of ${report.rounds} rounds. The same code measured twice differed by
${noise}%. All send DynamoDB the same: ${sent.join('; ')}.`;
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
