import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { operations } from '../../functions/operations.ts';
import { type Cell, cellsOf, LANES, type Lane, nameOf } from './cells.ts';
import { matrixTable } from './matrix-table.ts';
import { type Counts, runCell, warmUp } from './run-cell.ts';
import { openFaultyStage } from './stage.ts';

/** Lanes under way at once: their time goes into waiting for storage that does not answer. */
const AT_ONCE = 7;

jest.setTimeout(10 * 60_000);

const seed = jest.getSeed();
const results = new Map<Cell, PromiseWithResolvers<Counts>>(
  LANES.flatMap(cellsOf).map((cell) => [cell, Promise.withResolvers()]),
);
const cellsOfLane = (lane: Lane) => [...results].filter(([cell]) => cell.lane === lane);
const say = (text: string) => process.stderr.write(`${text}\n`);

/** Runs a lane's cells one after the other, on a stage of its own. */
const runLane = async (lane: Lane): Promise<void> => {
  const stage = await openFaultyStage();
  const probe = await lane.open(stage);
  await warmUp(probe);
  for (const [cell, { resolve, reject }] of cellsOfLane(lane)) {
    await runCell(cell, seed, stage, probe).then(resolve, reject);
  }
  await stage.close();
  say(`${lane.name}, ${lane.table}: done`);
};

beforeAll(() => {
  say(`Fault matrix: ${results.size} cells; --seed=${seed} repeats it`);
  // A cell's failure is told by its own test, which may not have begun to wait for it.
  for (const { promise } of results.values()) promise.catch(() => {});
  const waiting = [...LANES];
  const runLanes = async () => {
    for (let lane = waiting.shift(); lane; lane = waiting.shift()) {
      const ended = lane;
      await runLane(lane).catch((error: unknown) => {
        for (const [, { reject }] of cellsOfLane(ended)) reject(error);
      });
    }
  };
  for (let index = 0; index < AT_ONCE; index += 1) void runLanes();
});

test.each(operations)('the matrix has every table that $operationId touches', (contract) => {
  const tables = LANES.filter(({ of }) => of === contract.operationId).map(({ table }) => table);
  expect(new Set(tables)).toEqual(new Set(contract.access.map(({ table }) => table)));
});

describe('whatever is answered is true, and passes with the fault:', () => {
  test.each([...results].map(([cell, { promise }]) => [nameOf(cell), promise] as const))(
    '%s',
    async (_name, result) => {
      await result;
    },
  );
});

afterAll(async () => {
  const ended = await Promise.allSettled(
    [...results].map(async ([{ lane }, { promise }]) => [lane, await promise] as const),
  );
  const held = ended.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  say(matrixTable(held));
});
