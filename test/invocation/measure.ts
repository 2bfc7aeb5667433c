import { cpus } from 'node:os';
import { join } from 'node:path';
import { readRestApis } from '../../infra/local/api-gateway/rest-apis.ts';
import { readFunctions } from '../../infra/local/lambda/lambda-functions.ts';
import { createLambdaService } from '../../infra/local/lambda/lambda-service.ts';
import { synthesize } from '../../infra/local/synthesize.ts';
import { stagingTemplate } from '../support/assembly.ts';
import { openEngine } from '../support/engine.ts';
import { ownTemporaryFolder } from '../support/temporary-folder.ts';
import { issueTestKey, openTestStage } from '../support/test-stage.ts';
import { workload } from './workload.ts';

/** A program: prints how long a warm invocation takes, for `infra/cost/measurements.ts`. */

/** The invocations of each kind that are timed, after as many that are not. */
const TIMES = 500;

const assembly = join(ownTemporaryFolder(), 'assembly');
process.env['TEST_ASSEMBLY'] = assembly;
await synthesize(assembly);
const engine = await openEngine();
const { accessKeyId } = await engine.client.config.credentials();
const template = stagingTemplate();
const functions = readFunctions(template, readRestApis(template));
const lambda = createLambdaService(functions, {
  environment: { AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint, AWS_ACCESS_KEY_ID: accessKeyId },
  log: (_name, line) => console.error(line),
  maxInstances: 1,
});
const { apiKey } = await issueTestKey(openTestStage(engine));

const { unmatched, ...work } = workload(apiKey);

const [cpu] = cpus();
console.log(`${new Date().toISOString()} Node ${process.version} ${process.arch} ${cpu?.model}`);
for (const [what, { name, event }] of Object.entries(work)) {
  const physical = functions.find((one) => one.name.includes(`-${name}`))?.name ?? name;
  const times: number[] = [];
  for (let count = 0; count < 2 * TIMES; count += 1) {
    const start = performance.now();
    const result = await lambda.invoke(physical, event);
    if (result.kind !== 'success') throw new Error(`${what}: ${JSON.stringify(result)}`);
    if (count >= TIMES) times.push(performance.now() - start);
  }
  const mean = times.reduce((sum, time) => sum + time, 0) / TIMES;
  const median = times.sort((one, other) => one - other)[TIMES / 2] ?? 0;
  console.log(`${what}: mean ${mean.toFixed(1)} ms, median ${median.toFixed(1)} ms`);
}
await lambda.close();
await engine.close();
