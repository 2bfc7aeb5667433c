import type { Figure, Report } from './figures.ts';
import { isPeerJob, PEER_JOBS } from './jobs.ts';
import { SERVICE } from './subjects.ts';

const WIDTH = 760;
const LABELS = 210;
const BAR = 13;
const ROW = 40;
const HEAD = 54;

/**
 * Colours follow the reader's theme. Text has a contrast of 4.5 and bars of 3 in both themes. A rim
 * separates numbers from the floor's line.
 */
const STYLE = `
    text { font: 13px system-ui, sans-serif; fill: #1f2328; }
    .title { font-weight: 600; }
    .quiet { fill: #59636e; stroke: #fff; stroke-width: 4px; paint-order: stroke; }
    .getPet { fill: #0969da; }
    .createPet { fill: #8250df; }
    .floor { stroke: #59636e; stroke-dasharray: 3 3; }
    .ours { font-weight: 600; }
    @media (prefers-color-scheme: dark) {
      text { fill: #f0f6fc; }
      .quiet { fill: #9198a1; stroke: #0d1117; }
      .getPet { fill: #4493f8; }
      .createPet { fill: #ab7df8; }
      .floor { stroke: #9198a1; }
    }`;

interface Panel {
  readonly title: string;
  readonly value: (figure: Figure) => number | undefined;
}

const PANELS: readonly Panel[] = [
  { title: 'Cold start: init and first invocation', value: ({ coldCpu }) => coldCpu },
  { title: 'Warm call, without storage', value: ({ warm }) => warm },
];

/** Draws the comparison as SVG: processor time against the floor, for the two jobs of all contenders. */
export const chart = (report: Report): string => {
  const order = report.figures
    .filter(({ job }) => job === 'getPet')
    .sort((one, other) => one.coldCpu - other.coldCpu)
    .map(({ contender }) => contender);
  const height = HEAD + order.length * ROW;
  const panels = PANELS.map((panel, index) =>
    drawPanel(panel, report, order, 30 + index * (height + 16)),
  );
  const total = 30 + PANELS.length * (height + 16);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${total}" role="img" aria-labelledby="title">
  <title id="title">Processor time as a multiple of the AWS SDK alone</title>
  <style>${STYLE}
  </style>
  <text class="quiet" x="0" y="16">Processor time as a multiple of the AWS SDK alone: less is better</text>
  <rect class="getPet" x="${WIDTH - 190}" y="6" width="12" height="12"/><text x="${WIDTH - 173}" y="16">getPet</text>
  <rect class="createPet" x="${WIDTH - 100}" y="6" width="12" height="12"/><text x="${WIDTH - 83}" y="16">createPet</text>
${panels.join('\n')}
</svg>
`;
};

const drawPanel = (
  { title, value }: Panel,
  { figures }: Report,
  order: readonly string[],
  top: number,
): string => {
  const shown = figures.filter(({ job }) => isPeerJob(job));
  const most = Math.max(...shown.map((figure) => value(figure) ?? 0));
  const scale = (WIDTH - LABELS - 60) / most;
  const rows = order.map((contender, row) => {
    const y = top + HEAD + row * ROW;
    const bars = PEER_JOBS.map((job, bar) => {
      const figure = shown.find((one) => one.contender === contender && one.job === job);
      const ratio = (figure && value(figure)) ?? 0;
      const length = (ratio * scale).toFixed(1);
      const at = y + bar * (BAR + 2);
      return `  <rect class="${job}" x="${LABELS}" y="${at}" width="${length}" height="${BAR}" rx="2"/><text class="quiet" x="${LABELS + Number(length) + 6}" y="${at + 11}">${ratio.toFixed(2)}</text>`;
    });
    const label = `  <text${contender === SERVICE ? ' class="ours"' : ''} x="0" y="${y + 18}">${contender}</text>`;
    return [label, ...bars].join('\n');
  });
  const one = (LABELS + scale).toFixed(1);
  const bottom = top + HEAD + order.length * ROW - 6;
  return [
    `  <text class="title" x="0" y="${top + 34}">${title}</text>`,
    `  <line class="floor" x1="${one}" x2="${one}" y1="${top + HEAD - 8}" y2="${bottom}"/>`,
    ...rows,
  ].join('\n');
};
