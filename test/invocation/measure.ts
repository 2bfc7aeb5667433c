import { cpus } from 'node:os';
import { join } from 'node:path';
import { synthesize } from '../../infra/local/synthesize.ts';
import { runFunctions } from '../support/deployed-functions.ts';
import { openEngine } from '../support/engine.ts';
import { ownTemporaryFolder } from '../support/temporary-folder.ts';
import { issueTestKey, openTestStage } from '../support/test-stage.ts';
import { timeWork } from './time-work.ts';
import { workload } from './workload.ts';

/**
 * A program: prints how long a warm invocation takes, for `infra/cost/measurements.ts`. Its arguments choose some of
 * the work by name; createPet is always done, as lists need its pets.
 */
const chosen = process.argv.slice(2);

const assembly = join(ownTemporaryFolder(), 'assembly');
process.env['TEST_ASSEMBLY'] = assembly;
await synthesize(assembly);
const engine = await openEngine();
const functions = await runFunctions(engine, { log: (_name, line) => console.error(line) });
const { apiKey } = await issueTestKey(openTestStage(engine));

const [cpu] = cpus();
console.log(`${new Date().toISOString()} Node ${process.version} ${process.arch} ${cpu?.model}`);
for (const work of workload(apiKey, functions.send)) {
  if (work.name === 'unmatched') continue;
  if (chosen.length > 0 && !['createPet', ...chosen].includes(work.what)) continue;
  console.log(`${work.what}: median ${(await timeWork(work, functions)).toFixed(1)} ms`);
}
await functions.close();
await engine.close();
