import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chart } from './chart.ts';
import type { Report } from './figures.ts';
import { comparison, invocations, others } from './table.ts';

const DOCS = join(import.meta.dirname, '../../docs');

/** Writes the page of performance anew, with the chart and the figures that it is made of. */
export const writePage = async (report: Report): Promise<void> => {
  await writeFile(join(DOCS, 'performance.json'), `${JSON.stringify(report, null, 2)}\n`);
  await writeFile(join(DOCS, 'images/performance.svg'), chart(report));
  await writeFile(join(DOCS, 'performance.md'), page(report));
};

const percent = (ratio: number): string => `${Math.round(Math.abs(ratio - 1) * 100)}%`;

const page = (report: Report): string => `# Performance

What a request costs in time, compared with what cannot be saved and with what you might use instead.
\`npm run bench -- --write\` measures and writes this page, which is not written by hand.

![Processor time of a cold start and of a warm call, as multiples of the AWS SDK alone](images/performance.svg)

## Get one pet

${comparison(report, 'getPet')}

## Create one pet

${comparison(report, 'createPet')}

## The other functions

Each against the AWS SDK alone doing the same.

${others(report)}

Measured on ${report.date}: ${report.machine}; ${report.engine} over TLS; medians of ${report.rounds} rounds. The same code
measured twice in each round differed by ${percent(report.noise.coldCpu)} (processor) and ${percent(report.noise.coldWall)} (clock).

## How it is measured

- **Cold**: a fresh process on Node 24, which Lambda runs, imports a bundle and handles one request, with
  the environment that Lambda gives a function, on its own processor. Lambda's runtime client has
  required \`node:http\` before, so that is not counted. **Memory** is what the process then has
  (resident set). In each round everything is measured once, in a new order; a ratio is the median of
  those of each round. Ratios carry over to another machine, milliseconds do not.
- **Warm call**: processor time of a call with storage that answers at once, after 15,000 calls (V8 has
  optimised the code by then; after 5,000 the service stood at some 2.8× and 3.1×), with the parsing of
  the event and the writing of the answer that Lambda's runtime client does around it. These are
  microseconds; a call to storage takes milliseconds.
- **AWS SDK alone** is a handler of a few lines on \`@aws-sdk/client-dynamodb\`, without validation, error
  handling or headers, built as one would: as ES modules, split, minified, \`module\` before \`main\`, with all of
  the SDK that it asks for. That is the floor. **Our settings** replace or leave out parts of the SDK, and replace
  \`node:process\`.
- **The peers** do the same job: the same rules by \`zod/mini\`, through each one's own way to validate, the
  same answers, and storage by the bare SDK, without the document client that we use. They get all
  our build settings. They do less than the service: no lossless integers, no error codes, no early time-out, no idempotency keys.
  They are in \`test/bench/contenders\`.

\`npm run tools -- bench\` fetches the peers once; \`npm run bench\` measures and prints (\`--help\` lists the
options). Without Java or \`npm run tools -- dynamodb-local\`, storage is the embedded engine.

## Init, first and second request

${invocations(report)}

All that can be done once is: clients, schemas and names of tables are there before the first request,
and the connection is begun. Here the first request follows init at once, so that it still waits for the
answers of the TLS handshake; it is also the first use of the SDK's own code. That could be had at init, too:
[decision 15](decisions/0015-cold-starts.md) tells what it costs, and why it was left.

## What makes it fast

[infra/bundle/settings.ts](../infra/bundle/settings.ts) has every setting with its reason. What is
bundled is held by tests: \`test/invocation/bundle-sizes.test.ts\` tells which module grew, and
\`first-call.test.ts\` starts a fresh process for each function and looks at all that it loaded.
Decision 15 tells what else was tried, with figures.
`;
