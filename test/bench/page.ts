import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chart } from './chart.ts';
import type { Report } from './figures.ts';
import { JOBS } from './jobs.ts';
import { comparison, functions } from './table.ts';
import { AIM, RULE } from './verdict.ts';

const DOCS = join(import.meta.dirname, '../../docs');

/** Writes the performance page again, with its chart and figures. */
export const writePage = async (report: Report): Promise<void> => {
  await writeFile(join(DOCS, 'performance.json'), `${JSON.stringify(report, null, 2)}\n`);
  await writeFile(join(DOCS, 'images/performance.svg'), chart(report));
  await writeFile(join(DOCS, 'performance.md'), page(report));
};

const percent = (ratio: number): string => `${Math.round(Math.abs(ratio - 1) * 100)}%`;

const page = (report: Report): string => `# Performance

What a request costs in time, compared with the AWS SDK alone and with other frameworks.

![Processor time of a cold start and of a warm call, as multiples of the AWS SDK alone](images/performance.svg)

**The aim**: each function starts in at most ${AIM} of the time of the AWS SDK alone.
**The limit**: \`npm run bench -- --check\`, which \`.ci/run\` calls, fails for each function above 1.00.

## Every function

Against the AWS SDK alone, which sends the same requests. Init, the first and the second invocation are processor time.

${functions(report)}

The others use no storage: \`unmatched\`, \`check-release\` and \`probe\`.

## With other frameworks

Get one pet:

${comparison(report, 'getPet')}

Create one pet:

${comparison(report, 'createPet')}

Measured on ${report.date}: ${report.machine}; ${report.engine} over TLS; medians of ${report.rounds} rounds. The same code
measured twice in each round differed by ${percent(report.noise.coldCpu)} (processor) and ${percent(report.noise.coldWall)} (clock).

## How it is measured

\`npm run bench -- --write\` measures, and writes this page; \`npm run tools -- bench\` installs the other frameworks. Without
Java or \`npm run tools -- dynamodb-local\`, storage is the embedded engine.

- **Cold**: a new process on Node 24, with the environment of a Lambda function and its own processor, imports a
  bundle and handles one request: the first example of the operation's contract, without an idempotency key. Other
  functions get one record of a stream, one webhook with one event to send, or one key. What they need is stored before.
  \`node:http\` is not counted, because Lambda's runtime client loads it before. **Memory** is the process's resident set.
  Each round measures everything once, in a new order. A ratio is the median of the rounds. Compare ratios:
  milliseconds depend on the machine.
- **Warm call**: processor time of a call with storage that answers at once, after 15,000 calls, when V8 has
  optimised the code (after 5,000 it is about 2.8× and 3.1×). Parsing the event and writing the answer are included.
  These are microseconds; a call to storage takes milliseconds.
- **AWS SDK alone** is a short handler on \`@aws-sdk/client-dynamodb\`, without validation, error handling or headers,
  built in the usual way: ES modules, split, minified, \`module\` before \`main\`. The bench fails unless it asks the same
  tables for the same actions as the service. **Our settings** replace or leave out parts of the SDK, and replace
  \`node:process\`.
- **The other frameworks** do the same job: the same rules by \`zod/mini\`, the same answers, storage by the bare SDK, and
  our build settings. They do less: no lossless integers, error codes, early time-out, owners, entity tags or idempotency
  keys. They are in \`test/bench/contenders\`.
- **The check** measures each function right before or after the SDK alone, in up to ${RULE.rounds} rounds, and fails if it took
  longer in at least ${RULE.slower} of them. By chance that happens to a function that is exactly as fast in 1 of 1,343 runs, so to any
  of ${JOBS.length} functions in ${(100 * (1 - (1 - 1 / 1343) ** JOBS.length)).toFixed(1)}% of runs at most.

## What makes it fast

Bundles leave out what functions never use of the SDK ([infra/stacks/bundle/lean-sdk.ts](../infra/stacks/bundle/lean-sdk.ts)).
Clients, schemas and names of tables are ready before the first request. The first request opens the connection, and
is the first use of the SDK's code. [Decision 15](decisions/0015-cold-starts.md) explains why init does neither, and has the
figures of what else was tried. [infra/stacks/bundle/settings.ts](../infra/stacks/bundle/settings.ts) has every setting with
its reason. Three tests keep it so: \`lean-sdk.test.ts\` compares such bundles with the SDK itself,
\`test/invocation/bundle-sizes.test.ts\` names modules that grew, and \`first-call.test.ts\` checks what a new process loads.
`;
