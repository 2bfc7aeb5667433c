import { join } from 'node:path';
import { program } from 'commander';
import * as z from 'zod';
import { table } from '../../infra/cost/page.ts';
import { synthesize } from '../../infra/local/synthesize.ts';
import { buildPetCreation } from '../../lib/pets/create-pet.ts';
import { createWith } from '../support/create.ts';
import { openEngine } from '../support/engine.ts';
import { ownTemporaryFolder } from '../support/temporary-folder.ts';
import { leaseIds } from './leased-ids.ts';

/** A program: real creates at the same time, with ids from the counter (a block of 1) or leased. */

const { creates, workers } = z
  .object({ creates: z.coerce.number().int().positive(), workers: z.coerce.number().int() })
  .parse(
    program
      .description('Creates pets on the engine of AWS_ENDPOINT_URL_DYNAMODB, or else on dynalite.')
      .option('--creates <n>', 'in each of six runs', '3000')
      .option('--workers <n>', 'instances, each of which does one create at a time', '32')
      .parse()
      .opts(),
  );

const assembly = join(ownTemporaryFolder(), 'assembly');
process.env['TEST_ASSEMBLY'] = assembly;
await synthesize(assembly);

const run = async (block: number): Promise<string[]> => {
  const { client, tables, close } = await openEngine();
  const given = new Set<bigint>();
  const times: number[] = [];
  let begun = 0;
  const start = performance.now();
  const work = async () => {
    const ids = leaseIds(client, tables.counters, 'pets', block);
    const create = createWith(buildPetCreation(client, tables.pets, ids));
    while (begun < creates) {
      begun += 1;
      const sent = performance.now();
      given.add((await create({ name: 'Rex', categoryId: 1n, status: 'available' })).id);
      times.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  const seconds = (performance.now() - start) / 1000;
  await close();
  if (given.size !== creates) throw new Error('An id was given twice');
  times.sort((one, other) => one - other);
  const at = (share: number) => `${(times[Math.floor(times.length * share)] ?? 0).toFixed(1)} ms`;
  return [String(block), (creates / seconds).toFixed(0), at(0.5), at(0.99)];
};

const rows: string[][] = [];
// Twice each: the first runs warm engine and client up, and the second ones count.
for (const block of [1, 10, 100, 1, 10, 100]) rows.push(await run(block));
console.log(table(['Block', 'Creates a second', 'Median', 'p99'], rows.slice(3)));
