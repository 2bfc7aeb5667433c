import type { Figure, Report } from './figures.ts';
import { SERVICE } from './subjects.ts';

/** A Markdown table; columns of numbers are aligned to the right. */
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const width = head.map((cell, column) =>
    Math.max(cell.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(width[0] ?? 0) : cell.padStart(width[column] ?? 0))).join(' | ')} |`;
  const rule = width.map((dashes, column) =>
    column === 0 ? '-'.repeat(dashes) : `${'-'.repeat(dashes - 1)}:`,
  );
  return [line(head), line(rule), ...rows.map(line)].join('\n');
};

const times = (ratio: number | undefined): string =>
  ratio === undefined ? '' : `${ratio.toFixed(2)}×`;

const kilobytes = (bytes: number): string => `${Math.round(bytes / 1000)} kB`;

const milliseconds = (value: number): string => `${value.toFixed(1)} ms`;

/** All contenders against the floor, the fastest start first: times at each job, the rest at the first. */
export const comparison = ({ figures }: Report, jobs: readonly string[]): string => {
  const at = (job: string | undefined) => figures.filter((figure) => figure.job === job);
  const each = (contender: string, ratio: (figure: Figure) => number | undefined): string =>
    jobs
      .flatMap((job) => at(job).filter((figure) => figure.contender === contender))
      .map((figure) => times(ratio(figure)))
      .join(' · ');
  return table(
    ['', 'Cold', 'Warm call', 'Memory', 'Zip'],
    at(jobs[0])
      .sort((one, other) => one.coldCpu - other.coldCpu)
      .map(({ contender, memory, zipBytes }) => [
        contender,
        each(contender, ({ coldCpu }) => coldCpu),
        each(contender, ({ warm }) => warm),
        times(memory),
        kilobytes(zipBytes),
      ]),
  );
};

/** All functions of the service, the slowest cold start last: against the floor, and in processor time. */
export const functions = ({ figures }: Report): string =>
  table(
    ['', 'Cold, processor', 'Cold, clock', 'Memory', 'Init', 'First', 'Second', 'Code', 'Zip'],
    figures
      .filter(({ contender }) => contender === SERVICE)
      .sort((one, other) => one.coldCpu - other.coldCpu)
      .map((figure) => [
        figure.job,
        times(figure.coldCpu),
        times(figure.coldWall),
        times(figure.memory),
        milliseconds(figure.milliseconds.init),
        milliseconds(figure.milliseconds.first),
        milliseconds(figure.milliseconds.second),
        kilobytes(figure.initBytes),
        kilobytes(figure.zipBytes),
      ]),
  );

/** The fastest and the slowest start of the service's functions, and how much memory they take. */
export const functionRange = ({ figures }: Report): string => {
  const ours = figures
    .filter(({ contender }) => contender === SERVICE)
    .sort((one, other) => one.coldCpu - other.coldCpu);
  const [fastest, slowest] = [ours[0], ours.at(-1)];
  const memory = ours.map((figure) => figure.memory);
  return `${times(fastest?.coldCpu)} (\`${fastest?.job}\`) to ${times(slowest?.coldCpu)} (\`${slowest?.job}\`) of the time of the AWS SDK alone,
with ${times(Math.min(...memory))} to ${times(Math.max(...memory))} of its memory`;
};
