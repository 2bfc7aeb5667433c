import type { Figure, Report } from './figures.ts';
import { PEER_JOBS } from './jobs.ts';
import { SERVICE } from './subjects.ts';
import { AIM } from './verdict.ts';

const WIDTH = 760;
const LABELS = 240;
const BAR = 13;
const HEAD = 46;

/** The ratio that a panel shows at least: to the right of 1 the name of the line has room. */
const LEAST_SCALE = 1.25;

/** Colours follow the reader's theme. Text has a contrast of 4.5 and bars of 3 in both themes. */
const STYLE = `
    text { font: 13px system-ui, sans-serif; fill: #1f2328; }
    .title { font-weight: 600; }
    .quiet { fill: #59636e; }
    .getPet { fill: #0969da; }
    .createPet { fill: #8250df; }
    .other { fill: #59636e; }
    .line { stroke: #1f2328; stroke-dasharray: 3 3; }
    .ours { font-weight: 600; }
    @media (prefers-color-scheme: dark) {
      text { fill: #f0f6fc; }
      .quiet { fill: #9198a1; }
      .getPet { fill: #4493f8; }
      .createPet { fill: #ab7df8; }
      .other { fill: #9198a1; }
      .line { stroke: #f0f6fc; }
    }`;

/** One row: a label, and a bar for each job. */
interface Row {
  readonly label: string;
  readonly isOurs: boolean;
  readonly bars: readonly { readonly job: string; readonly ratio: number }[];
}

interface Panel {
  readonly title: string;
  readonly rows: readonly Row[];
  /** Whether it has a line at the aim. */
  readonly hasAim: boolean;
}

const byColdStart = (one: Figure, other: Figure): number => one.coldCpu - other.coldCpu;

const functionRows = ({ figures }: Report): Row[] =>
  figures
    .filter(({ contender }) => contender === SERVICE)
    .sort(byColdStart)
    .map(({ job, coldCpu }) => ({ label: job, isOurs: false, bars: [{ job, ratio: coldCpu }] }));

const contenderRows = (
  { figures }: Report,
  value: (figure: Figure) => number | undefined,
): Row[] => {
  const ratioOf = (contender: string, job: string): number => {
    const figure = figures.find((one) => one.contender === contender && one.job === job);
    return (figure && value(figure)) ?? 0;
  };
  return figures
    .filter(({ job }) => job === 'getPet')
    .sort(byColdStart)
    .map(({ contender }) => ({
      label: contender,
      isOurs: contender === SERVICE,
      bars: PEER_JOBS.map((job) => ({ job, ratio: ratioOf(contender, job) })),
    }));
};

const rowHeight = ({ bars }: Row): number => bars.length * (BAR + 2) + (bars.length > 1 ? 10 : 5);

const panelHeight = ({ rows }: Panel): number =>
  HEAD + rows.reduce((sum, row) => sum + rowHeight(row), 0) + 16;

/** Draws processor time against the floor as SVG: cold starts of all functions, and the jobs of all contenders. */
export const chart = (report: Report): string => {
  const panels: readonly Panel[] = [
    {
      title: 'Cold start of each function: init and first invocation',
      rows: functionRows(report),
      hasAim: true,
    },
    {
      title: 'Cold start with other frameworks',
      rows: contenderRows(report, ({ coldCpu }) => coldCpu),
      hasAim: false,
    },
    {
      title: 'Warm call, without storage',
      rows: contenderRows(report, ({ warm }) => warm),
      hasAim: false,
    },
  ];
  let top = 20;
  const drawn = panels.map((panel) => {
    const at = top;
    top += panelHeight(panel);
    return drawPanel(panel, at);
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${top}" role="img" aria-labelledby="title">
  <title id="title">Processor time as a multiple of the AWS SDK alone</title>
  <style>${STYLE}
  </style>
  <text class="quiet" x="0" y="16">Processor time as a multiple of the AWS SDK alone: less is better</text>
  <rect class="getPet" x="${WIDTH - 190}" y="6" width="12" height="12"/><text x="${WIDTH - 173}" y="16">getPet</text>
  <rect class="createPet" x="${WIDTH - 100}" y="6" width="12" height="12"/><text x="${WIDTH - 83}" y="16">createPet</text>
${drawn.join('\n')}
</svg>
`;
};

const drawPanel = ({ title, rows, hasAim }: Panel, top: number): string => {
  const most = Math.max(...rows.flatMap(({ bars }) => bars.map(({ ratio }) => ratio)));
  const scale = (WIDTH - LABELS) / Math.max(most, LEAST_SCALE);
  let bottom = top + HEAD;
  const drawn = rows.map((row) => {
    const y = bottom;
    bottom += rowHeight(row);
    return drawRow(row, y, scale);
  });
  const drawLine = (ratio: number, text: string, anchor: 'end' | 'start') => {
    const x = (LABELS + ratio * scale).toFixed(1);
    return `  <line class="line" x1="${x}" x2="${x}" y1="${top + HEAD - 6}" y2="${bottom}"/><text class="quiet" text-anchor="${anchor}" x="${x}" y="${top + HEAD - 10}">${text}</text>`;
  };
  return [
    `  <text class="title" x="0" y="${top + 24}">${title}</text>`,
    ...drawn,
    ...(hasAim ? [drawLine(AIM, `aim: ${AIM}`, 'end')] : []),
    drawLine(1, 'AWS SDK alone', 'start'),
  ].join('\n');
};

const drawRow = ({ label, isOurs, bars }: Row, y: number, scale: number): string => {
  const drawn = bars.map(({ job, ratio }, bar) => {
    const at = y + bar * (BAR + 2);
    const color = PEER_JOBS.some((peer) => peer === job) ? job : 'other';
    return `  <rect class="${color}" x="${LABELS}" y="${at}" width="${(ratio * scale).toFixed(1)}" height="${BAR}" rx="2"/><text class="quiet" text-anchor="end" x="${LABELS - 8}" y="${at + 11}">${ratio.toFixed(2)}</text>`;
  });
  const middle = y + (bars.length * (BAR + 2)) / 2 + 4;
  const weight = isOurs ? ' class="ours"' : '';
  return [`  <text${weight} x="0" y="${middle}">${label}</text>`, ...drawn].join('\n');
};
