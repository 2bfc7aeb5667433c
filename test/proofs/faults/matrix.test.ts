import { expect, jest, test } from '@jest/globals';
import { cellsOf, LANES, nameOf } from './cells.ts';
import { type Counts, runCell, warmUp } from './run-cell.ts';
import { openFaultyStage } from './stage.ts';

jest.setTimeout(60 * 60_000);

const seed = jest.getSeed();
const say = (text: string) => process.stderr.write(`${text}\n`);
say(`Fault matrix: ${LANES.flatMap(cellsOf).length} cells; --seed=${seed} repeats it`);

test('there is something that fails: FAULTS_OF names operations, or the authorizer', () => {
  expect(LANES).not.toEqual([]);
});

// They wait for storage that does not answer most of their time: `maxConcurrency` in jest.config.js.
test.concurrent.each(LANES.map((lane) => [`${lane.name}, ${lane.table}`, lane] as const))(
  '%s: every answer is true and passes with the fault, and the logs of events give the tables',
  async (name, lane) => {
    const stage = await openFaultyStage();
    const failed: string[] = [];
    const held: Counts[] = [];
    try {
      const probe = await lane.open(stage);
      await warmUp(probe);
      for (const cell of cellsOf(lane)) {
        await runCell(cell, seed, stage, probe).then(
          (counts) => held.push(counts),
          (error: unknown) => failed.push(`${nameOf(cell)}: ${error}`),
        );
      }
      const { events } = await stage.foldLogs();
      const sum = (member: keyof Counts) => held.reduce((total, each) => total + each[member], 0);
      say(
        `${name}: ${held.length} cells, ${sum('requests')} requests, ${sum('faults')} faults, ${sum('succeeded')} succeeded, ${sum('unavailable')} times 503, ${sum('timeout')} times 504, ${sum('writesChecked')} writes checked, ${events} events`,
      );
    } finally {
      await stage.close();
    }
    expect(failed).toEqual([]);
  },
);
