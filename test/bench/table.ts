import type { Report } from './figures.ts';
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

/** All contenders at one job, against the floor. */
export const comparison = ({ figures }: Report, job: string): string =>
  table(
    ['', 'Cold, processor', 'Cold, clock', 'Memory', 'Warm call', 'Code at init', 'Zip'],
    figures
      .filter((figure) => figure.job === job)
      .sort((one, other) => one.coldCpu - other.coldCpu)
      .map((figure) => [
        figure.contender,
        times(figure.coldCpu),
        times(figure.coldWall),
        times(figure.memory),
        times(figure.warm),
        kilobytes(figure.initBytes),
        kilobytes(figure.zipBytes),
      ]),
  );

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
