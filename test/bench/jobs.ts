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

/** The example of a job; undefined for functions that are not operations. */
export const exampleOf = (job: string): NamedExample | undefined => EXAMPLES.get(job);

/** The jobs of all contenders. */
export const PEER_JOBS = ['getPet', 'createPet'] as const;

/** Whether all contenders do a job, or only the service and the floor. */
export const isPeerJob = (job: string): boolean => PEER_JOBS.some((peer) => peer === job);

/** The functions that use storage and are not operations, as the stack names them. */
const EVENT_JOBS = ['authorizer', 'recordEvents', 'wakeWebhooks', 'deliverWebhook'] as const;

/** Every job: all functions but those that use no storage. Each has a floor. */
export const JOBS: readonly string[] = [...EXAMPLES.keys(), ...EVENT_JOBS];

/** The jobs of the service and the floor alone. */
export const OTHER_JOBS: readonly string[] = JOBS.filter((job) => !isPeerJob(job));

const CONTENDERS = join(import.meta.dirname, 'contenders');

/** Where a contender's code for a job is. */
export const contenderFile = (folder: string, job: string): string =>
  join(CONTENDERS, folder, `${operationFolder(job)}.js`);
