import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { program } from '@commander-js/extra-typings';
import { fillIn } from '../../infra/openapi/generate/generated-guides.ts';
import { editFile } from '../../test/support/project.ts';
import { ownTemporaryFolder } from '../../test/support/temporary-folder.ts';
import { wholeNumber } from '../whole-number.ts';
import { checkColdStarts, compare, requireSameRequests } from './compare.ts';
import { BenchError, buildMeasure } from './measure.ts';
import { figuresOf, printCheck } from './report.ts';
import { openStorage } from './storage.ts';
import { buildSubjects, FLOOR, SERVICE } from './subjects.ts';

/** A program: compares bundles of the service with the AWS SDK alone, and with other frameworks. */

const { check, rounds, write } = program
  .name('npm run bench --')
  .description(
    'Measures getPet, createPet and listPets of the service and its peers side by side: cold starts, warm calls, memory and bytes, as multiples of the AWS SDK alone.',
  )
  .option('--check', 'only whether cold starts are as fast as the AWS SDK alone; else it fails')
  .option('--rounds <number>', 'how often everything is measured', wholeNumber(1, 999), 31)
  .option('--write', 'write the figures in docs/performance.md, too')
  .addHelpText(
    'after',
    `
Environment:
  AWS_ENDPOINT_URL_DYNAMODB  another engine than the embedded one:
                             npx node test/proofs/dynamodb-local/run.ts npm run bench`,
  )
  .showHelpAfterError()
  .parse()
  .opts();

/** Gives the measured processes a processor of their own, where that can be done. */
const launcher = (): readonly string[] => {
  if (availableParallelism() < 2) return [];
  const pin = ['--all-tasks', '--cpu-list', '--pid', '0', String(process.pid)];
  const { status } = spawnSync('taskset', pin, { stdio: 'ignore' });
  return status === 0 ? ['taskset', '--cpu-list', '1'] : [];
};

const run = async (): Promise<boolean> => {
  if (!check && !existsSync(join(import.meta.dirname, 'node_modules'))) {
    throw new BenchError('The other frameworks are missing: run npm run tools -- bench once.');
  }
  const folder = ownTemporaryFolder();
  const storage = await openStorage(folder);
  const subjects = await buildSubjects(join(folder, 'bundles'), check && [SERVICE, FLOOR]);
  const measure = buildMeasure(storage, launcher());
  const requests = await requireSameRequests(subjects, measure, storage);
  if (check) return printCheck(await checkColdStarts(subjects, measure));
  const figures = figuresOf(await compare(subjects, measure, rounds), requests);
  console.log(`Storage is ${storage.engine}, over TLS.\n\n${figures}`);
  const title = 'figures: npm run bench -- --write';
  if (write) editFile('docs/performance.md', (page) => fillIn(page, title, figures));
  return true;
};

try {
  // Its servers would keep the process alive.
  process.exit((await run()) ? 0 : 1);
} catch (error) {
  console.error(error instanceof BenchError ? error.message : error);
  process.exit(1);
}
