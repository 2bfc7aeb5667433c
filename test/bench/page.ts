import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chart } from './chart.ts';
import type { Report } from './figures.ts';
import { JOBS, PEER_JOBS } from './jobs.ts';
import { comparison, functionRange } from './table.ts';
import { AIM, RULE } from './verdict.ts';

const DOCS = join(import.meta.dirname, '../../docs');

/** Writes the performance page again, with its chart and figures. */
export const writePage = async (report: Report): Promise<void> => {
  await writeFile(join(DOCS, 'performance.json'), `${JSON.stringify(report, null, 2)}\n`);
  await writeFile(join(DOCS, 'images/performance.svg'), chart(report));
  await writeFile(join(DOCS, 'performance.md'), performancePage(report));
};

const percent = (ratio: number): string => `${Math.round(Math.abs(ratio - 1) * 100)}%`;

/** The page of a report. */
export const performancePage = (report: Report): string => `# Performance

\`\`\`sh
npm run bench -- --check     # in .ci/run: fails if a function starts slower than the AWS SDK alone, in ${RULE.slower} of ${RULE.rounds} rounds
npm run tools -- bench       # once: installs the other frameworks
npm run bench -- --write     # measures all, and writes this page
\`\`\`

![Processor time of a cold start and of a warm call, as multiples of the AWS SDK alone](images/performance.svg)

The ${JOBS.length} functions that use storage start in ${functionRange(report)}.
The aim is ${AIM.toFixed(2)}×. [performance.json](performance.json) has the figures of each. To get · to create one pet, in processor time against
the AWS SDK alone:

${comparison(report, PEER_JOBS)}

Measured on ${report.date}: ${report.machine}; ${report.engine}; medians of ${report.rounds} rounds. The same code measured twice differed
by ${percent(report.noise.coldCpu)}.

## How it is measured

- **Cold**: a new process with a function's environment and its own processor imports a bundle and handles one request.
- **Warm call**: after 15,000 calls, with storage that answers at once. These are microseconds; a call to storage takes milliseconds.
- **AWS SDK alone**: a short handler that asks the same tables for the same actions, built in the usual way. **Our settings** leave out
  parts of the SDK.
- **The other frameworks** (\`test/bench/contenders\`) have the same rules, answers and build settings. They do less: no lossless integers,
  error codes, early time-out, owners, entity tags or idempotency keys.
- **Storage** is the embedded engine without Java or \`npm run tools -- dynamodb-local\`.

## What makes it fast

Bundles leave out what functions never use of the SDK. Clients and schemas are ready before the first request, which opens the
connection ([why](decisions/0015-cold-starts.md)). [settings.ts](../infra/stacks/bundle/settings.ts) has every setting with its reason.
\`lean-sdk.test.ts\`, \`bundle-sizes.test.ts\` and \`first-call.test.ts\` keep it so.
`;
