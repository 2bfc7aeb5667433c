import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Folded } from '../../support/fold-log.ts';
import { type Cell, cellsOf, LANES, type Lane, nameOf } from './cells.ts';
import { matrixTable } from './matrix-table.ts';
import { type Counts, runCell, warmUp } from './run-cell.ts';
import { openFaultyStage } from './stage.ts';

/** Lanes that wait for their turn. */
const waiting = [...LANES];

/** Lanes under way at once: most of their time they wait for storage that does not answer. */
const CONCURRENCY = 9;

jest.setTimeout(10 * 60_000);

const underWay: Promise<void>[] = [];
/** The counts of the passed cells. */
const held: (readonly [Lane, Counts])[] = [];
/** Whether all lanes that were chosen are done. */
let ended = false;
const seed = jest.getSeed();
const results = new Map<Cell, PromiseWithResolvers<Counts>>(
  LANES.flatMap(cellsOf).map((cell) => [cell, Promise.withResolvers()]),
);
/** The logs of events at the end of each lane. */
const folds = new Map<Lane, PromiseWithResolvers<Folded>>(
  LANES.map((lane) => [lane, Promise.withResolvers()]),
);
const cellsOfLane = (lane: Lane) => [...results].filter(([cell]) => cell.lane === lane);
const say = (text: string) => process.stderr.write(`${text}\n`);

/** Runs a lane's cells one after the other, on its own stage. */
const runLane = async (lane: Lane): Promise<void> => {
  const stage = await openFaultyStage();
  try {
    const probe = await lane.open(stage);
    await warmUp(probe);
    for (const [cell, { resolve, reject }] of cellsOfLane(lane)) {
      if (ended) break;
      const counts = runCell(cell, seed, stage, probe);
      await counts.then((each) => held.push([lane, each])).catch(() => {});
      await counts.then(resolve, reject);
    }
    const folded = stage.foldLogs();
    await folded.then(folds.get(lane)?.resolve, folds.get(lane)?.reject);
    const { events } = await folded.catch(() => ({ events: 'not as the tables' }));
    say(`${lane.name}, ${lane.table}: done; events: ${events}`);
  } finally {
    await stage.close();
  }
};

beforeAll(() => {
  say(`Fault matrix: ${results.size} cells; --seed=${seed} repeats it`);
  // The cell's own test reports its failure, and may not be waiting for it yet.
  for (const { promise } of [...results.values(), ...folds.values()]) promise.catch(() => {});
  const runLanes = async () => {
    for (let lane = waiting.shift(); lane; lane = waiting.shift()) {
      const current = lane;
      await runLane(current).catch((error: unknown) => {
        for (const [, { reject }] of cellsOfLane(current)) reject(error);
        folds.get(current)?.reject(error);
      });
    }
  };
  underWay.push(...Array.from({ length: CONCURRENCY }, runLanes));
});

test('there is something that fails: FAULTS_OF names operations, or the authorizer', () => {
  expect(LANES).not.toEqual([]);
});

describe('every answer is true, and passes with the fault:', () => {
  test.each([...results].map(([cell, { promise }]) => [nameOf(cell), promise] as const))(
    '%s',
    async (_name, result) => {
      await result;
    },
  );
});

describe('the logs of events give the tables after all faults:', () => {
  test.each(
    [...folds].map(([{ name, table }, { promise }]) => [`${name}, ${table}`, promise] as const),
  )('%s', async (_name, folded) => {
    await folded;
  });
});

afterAll(async () => {
  // With -t some lanes are not waited for, and jest does not end before those that have begun.
  ended = true;
  waiting.length = 0;
  await Promise.all(underWay);
  say(matrixTable(held));
});
