import { cpus } from 'node:os';
import { join } from 'node:path';
import { program } from 'commander';
import * as z from 'zod';
import { synthesize } from '../../infra/local/synthesize.ts';
import { deployedFunction, runFunctions } from '../support/deployed-functions.ts';
import { openEngine } from '../support/engine.ts';
import { ownTemporaryFolder } from '../support/temporary-folder.ts';
import { issueTestKey, openTestStage } from '../support/test-stage.ts';
import { startTlsFront } from '../support/tls-front.ts';
import { type Report, runFreshInstance } from './fresh-instance.ts';
import { measuredTable, median, memoryTable } from './settings-tables.ts';
import { workload } from './workload.ts';

/** A program: what each function takes of processor and memory, for `docs/function-settings.md`. */

const { rounds, calls } = z
  .object({ rounds: z.coerce.number().int().min(1), calls: z.coerce.number().int().min(2) })
  .parse(
    program
      .description(
        'Measures what each function takes of a processor and of memory, in fresh processes, and computes what that means at several settings of memory.',
      )
      .option('--rounds <n>', 'processes of each function', '7')
      .option('--calls <n>', 'warm invocations in each', '400')
      .parse()
      .opts(),
  );

const assembly = join(ownTemporaryFolder(), 'assembly');
process.env['TEST_ASSEMBLY'] = assembly;
await synthesize(assembly);
const engine = await openEngine();
const { accessKeyId } = await engine.client.config.credentials();
const { apiKey } = await issueTestKey(openTestStage(engine));
const kept = await startTlsFront(engine.endpoint);
const closed = await startTlsFront(engine.endpoint, 1);

const running = await runFunctions(engine);
const LESS_TELLING = [
  'list20',
  'list20OfStatus',
  'list100OfStatus',
  'list1ById',
  'list20ByIds',
  'updatePetStatus',
  'listOrders20',
  'listOrders20OfStatus',
  'listOrders100OfStatus',
];
const chosen = workload(apiKey, running.send).filter(({ what }) => !LESS_TELLING.includes(what));
const cases = [
  ...chosen.map((work) => ({ ...work, front: kept })),
  ...chosen
    .filter(({ what }) => what === 'getPet')
    .map((work) => ({ ...work, what: 'closed', front: closed })),
];
const reports = new Map<string, Report[]>(cases.map(({ what }) => [what, []]));
for (let round = 1; round <= rounds; round += 1) {
  for (const { what, name, status, next, front } of cases) {
    process.stderr.write(`\rRound ${round} of ${rounds}: ${what}`.padEnd(60));
    const events: unknown[] = [];
    while (events.length <= calls) events.push(await next());
    const report = await runFreshInstance(deployedFunction(name), { events, status }, calls, {
      AWS_ENDPOINT_URL_DYNAMODB: front.endpoint,
      AWS_ACCESS_KEY_ID: accessKeyId,
      NODE_EXTRA_CA_CERTS: front.certificate,
    });
    reports.get(what)?.push(report);
  }
}
await running.close();
kept.close();
closed.close();
await engine.close();

const of = (what: string, read: (report: Report) => number) =>
  median((reports.get(what) ?? []).map(read));
const measured = [...reports.keys()]
  .filter((what) => what !== 'closed')
  .map((what) => ({
    what,
    init: of(what, ({ init }) => init.cpu),
    first: of(what, ({ first }) => first.cpu),
    warm: of(what, ({ warm }) => warm.cpu / (calls / 2)),
    afterFirst: of(what, ({ memory }) => memory.afterFirst),
    peak: of(what, ({ memory }) => memory.peak),
  }));
const ratio = (read: (report: Report) => number) =>
  (of('closed', read) / of('getPet', read)).toFixed(1);

const [cpu] = cpus();
console.log(`\r${new Date().toISOString()} Node ${process.version} ${process.arch} ${cpu?.model}`);
console.log(`\n${measuredTable(measured)}\n`);
for (const one of measured) console.log(`${memoryTable(one)}\n`);
console.log(
  `getPet with a new connection for each call: ${ratio(({ warm }) => warm.cpu)} times the processor time, ${ratio(({ warm }) => warm.wall)} times as long.`,
);
