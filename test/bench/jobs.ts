import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { operations } from '../../functions/operations.ts';
import { examplesOf, type NamedExample } from '../../infra/docs/openapi/example-request.ts';
import { operationFolder } from '../../infra/stacks/names.ts';

/** The first example of each operation, by its id: sending it is the job. */
const EXAMPLES: ReadonlyMap<string, NamedExample> = new Map(
  operations.flatMap((contract) =>
    examplesOf(contract)
      .slice(0, 1)
      .map((named) => [contract.operationId, named] as const),
  ),
);

/** The example of a job; undefined for the authorizer. */
export const exampleOf = (job: string): NamedExample | undefined => EXAMPLES.get(job);

/** The jobs of all contenders. */
export const PEER_JOBS = ['getPet', 'createPet'] as const;

/** Whether all contenders do a job, or only the service and the floor. */
export const isPeerJob = (job: string): boolean => PEER_JOBS.some((peer) => peer === job);

const CONTENDERS = join(import.meta.dirname, 'contenders');

/** Where a contender's code for a job is. */
export const contenderFile = (folder: string, job: string): string =>
  join(CONTENDERS, folder, `${operationFolder(job)}.js`);

const hasFloor = (job: string): boolean => existsSync(contenderFile('floor', job));

const ALL = [...EXAMPLES.keys(), 'authorizer'];

/** The jobs of the service and the floor alone. */
export const OTHER_JOBS: readonly string[] = ALL.filter((job) => !isPeerJob(job) && hasFloor(job));

/** Jobs that the floor lacks, so that the service cannot be compared. */
export const LEFT_OUT: readonly string[] = ALL.filter((job) => !hasFloor(job));
