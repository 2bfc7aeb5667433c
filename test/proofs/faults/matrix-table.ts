import type { Lane } from './cells.ts';
import type { Counts } from './run-cell.ts';

const COLUMNS: Readonly<Record<keyof Counts, string>> = {
  cells: 'CELLS',
  requests: 'REQUESTS',
  faults: 'FAULTS',
  succeeded: 'SUCCEEDED',
  unavailable: '503',
  timeout: '504',
  writesChecked: 'WRITES CHECKED',
};
const MEMBERS = Object.keys(COLUMNS) as (keyof Counts)[];

const sum = (counts: readonly Counts[], member: keyof Counts): number =>
  counts.reduce((total, each) => total + each[member], 0);

/** The counts of the passed cells, one line for each lane and one for all. */
export const matrixTable = (held: readonly (readonly [Lane, Counts])[]): string => {
  const line = (name: string, counts: readonly Counts[]): string[] => [
    name,
    ...MEMBERS.map((member) => String(sum(counts, member))),
  ];
  const lanes = [...new Set(held.map(([lane]) => lane))];
  const rows = [
    ['', ...Object.values(COLUMNS)],
    ...lanes.map((lane) =>
      line(
        `${lane.name}, ${lane.table}`,
        held.filter(([of]) => of === lane).map(([, counts]) => counts),
      ),
    ),
    line(
      'all',
      held.map(([, counts]) => counts),
    ),
  ];
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  return rows
    .map(([name = '', ...cells]) =>
      [name.padEnd(width(0)), ...cells.map((cell, at) => cell.padStart(width(at + 1)))].join('  '),
    )
    .join('\n');
};
