import { mkdirSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { chance } from './chance.ts';
import { checkHistory, explain } from './checker.ts';
import { type LoadCounts, runLoad } from './load.ts';
import { KINDS, type KindName, type Stage, type StageOptions } from './stages.ts';

export interface RunOptions extends StageOptions {
  readonly kind: KindName;
  readonly operations: number;
  /** The file of the history. */
  readonly file: string;
  /** For the check. */
  readonly checkSeconds: number;
  readonly say: (line: string) => void;
}

/** Requests between two damages. */
const REQUESTS_PER_DAMAGE = 450;

const list = (counts: Iterable<readonly [name: string, count: number]>): string =>
  [...counts].map(([name, count]) => `${name} ${count}`).join(', ');

/** Does damage at moments that the seed chooses, and once more after the last answer. */
const damageNowAndThen = async (
  { seed, say, kind }: RunOptions,
  { damage }: Stage,
  counts: LoadCounts,
  ended: () => boolean,
): Promise<number> => {
  if (damage === undefined) return 0;
  for (let nth = 0; ; nth += 1) {
    const after = REQUESTS_PER_DAMAGE * (nth + 0.3 + 0.6 * chance(seed, `damage ${nth}`));
    while (counts.sent < after && !ended()) await setTimeout(10);
    const isLast = ended();
    const did = await damage(nth);
    say(`${kind}: ${did} (after ${counts.sent} requests)`);
    if (isLast) return nth + 1;
  }
};

/**
 * Records a history while a service is loaded and damaged, and checks it and what is stored then.
 * @returns the report, and whether clients saw what one order of events explains, and the service reported no failure of itself
 */
export const runKind = async (options: RunOptions) => {
  const { kind, seed, operations, file, checkSeconds, say } = options;
  const start = performance.now();
  mkdirSync(options.folder);
  const stage = await KINDS[kind].open(options);
  const counts: LoadCounts = { sent: 0, open: 0, limited: 0, why: new Map() };
  const progress = setInterval(
    () => say(`${kind}: ${counts.sent} of ${operations} requests, ${counts.open} not answered`),
    10_000,
  );
  let ended = false;
  const damaging = damageNowAndThen(options, stage, counts, () => ended);
  const load = runLoad({ seed, kind, operations }, file, stage, counts, async () => {
    ended = true;
    await damaging;
  }).finally(() => {
    ended = true;
  });
  const [damages] = await Promise.all([damaging, load]).finally(() => clearInterval(progress));
  const foldFaults: string[] = [];
  const folded = await stage
    .foldLogs()
    .catch((error: Error) => void foldFaults.push(error.message));
  await stage.close();

  const checking = performance.now();
  const report = await checkHistory(file, checkSeconds);
  const failures = stage.failures();
  const took = (from: number) => ((performance.now() - from) / 1000).toFixed(1);
  const damaged = [
    ...(damages > 0 ? [`damaged ${damages} times`] : []),
    ...(stage.faults ? [`faults: ${list(stage.faults())}`] : []),
  ];
  say(
    [
      `${kind}: ${report.operations} operations, ${report.open} open (${list(counts.why)})`,
      ...damaged,
      `${counts.limited} times 429`,
      `${report.partitions} partitions of at most ${report.longest} operations`,
      `checked in ${took(checking)} s of ${took(start)} s`,
      `violations ${report.violations.length}`,
      ...(folded ? [`the logs give the tables: ${list(Object.entries(folded))}`] : []),
    ].join('; '),
  );
  const findings = [
    ...explain(file, report),
    ...failures
      .slice(0, 3)
      .map((line) => `One of ${failures.length} failures that the service logs: ${line}`),
    ...foldFaults,
  ];
  for (const line of findings) say(line);
  const good = findings.length === 0;
  if (!good)
    say(
      `${kind}: npx node test/proofs/history/main.ts ${kind} --seed ${seed} --operations ${operations} repeats its choices; ${file} is its history`,
    );
  return { report, good };
};
