import { program } from 'commander';
import * as z from 'zod';
import { table } from '../../infra/cost/page.ts';
import { figuresOf } from './figures.ts';
import { type Parameters, simulate } from './simulation.ts';

/** A program: ids from the counter against ids leased in blocks, for `docs/scale.md`. */

const numbers = z
  .string()
  .transform((text) => text.split(',').map(Number))
  .pipe(z.array(z.number().positive()).min(1));
const { rates, blocks, shards, seed, seconds } = z
  .object({
    rates: numbers,
    blocks: numbers,
    shards: numbers,
    seed: z.coerce.number().int(),
    seconds: z.coerce.number().positive().optional(),
  })
  .parse(
    program
      .description(
        'Simulates creates of pets whose ids come from the counter (a block of 1), or are leased by each instance of the function in blocks. What it assumes is in test/scale/world.ts.',
      )
      .option('--rates <list>', 'creates a second', '0.01,1,10,100,500,900,1200,2000,3000')
      .option('--blocks <list>', 'ids that an instance leases at a time', '1,10,100,1000')
      .option('--shards <list>', 'partitions that the index spreads each status over', '1,4')
      .option('--seconds <n>', 'as long as creates arrive (default: some 20,000 of them)')
      .option('--seed <n>', 'another seed, another run', '1')
      .parse()
      .opts(),
  );

const percent = (share: number) => `${(share * 100).toFixed(1)}%`;

const row = (parameters: Parameters): string[] => {
  const { rate, block, statusShards } = parameters;
  const figures = figuresOf(parameters, simulate(parameters));
  return [
    String(rate),
    String(block),
    String(statusShards),
    figures.storedPerSecond.toPrecision(3),
    percent(figures.failed),
    `${figures.median.toFixed(0)} ms`,
    `${figures.p99.toFixed(0)} ms`,
    figures.units.toFixed(2),
    figures.idsPerPet.toPrecision(3),
    percent(figures.overtaken),
    `${figures.latest.toFixed(3)} s`,
    percent(figures.missed),
  ];
};

const rows = rates.flatMap((rate) =>
  shards.flatMap((statusShards) =>
    blocks.map((block) => {
      const long = seconds ?? Math.min(Math.max(20_000 / rate, 30), 86_400 * 7);
      return row({ rate, seconds: long, block, statusShards, seed });
    }),
  ),
);
console.log(
  table(
    // biome-ignore format: the head of a table
    ['Creates a second', 'Block', 'Index shards', 'Stored a second', '503', 'Median', 'p99', 'Write units', 'Ids a pet', 'Overtaken', 'By at most', 'Missed by polling'],
    rows,
  ),
);
