import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { operations } from '../../functions/operations.ts';
import { parseJson, writeJson } from '../../lib/values/json.ts';
import { lambdaEnvironment } from '../../test/bundles/runtime-client/run-function.ts';
import { resultOf } from '../../test/support/operator.ts';
import type { Storage } from './storage.ts';
import { type Job, SERVICE, type Subject } from './subjects.ts';

/** A process that fails, or that does not do the operation. */
export class BenchError extends Error {
  override readonly name = 'BenchError';
}

const PROGRAM = join(import.meta.dirname, 'measured-process.js');

/** Calls until V8 has optimised the code of each contender, and the measured calls after them. */
const CALLS = { before: 15_000, measured: 5000 };

const Answer = z.object({ statusCode: z.number(), body: z.string() });

const Measurement = z.object({
  /** Microseconds of processor time: cold, of init and the first call; warm, of a call with storage that answers at once. */
  cpu: z.number(),
  /** Bytes after it. */
  memory: z.number(),
  answers: z.array(Answer),
});
export type Measurement = z.infer<typeof Measurement>;

/** Runs one subject in its own process. */
export type Measure = ReturnType<typeof buildMeasure>;

/** @param launcher the command that gives processes their own processor, or nothing */
export const buildMeasure =
  ({ environment, events }: Storage, launcher: readonly string[]) =>
  async (kind: 'cold' | 'warm', { contender, job, bundle }: Subject): Promise<Measurement> => {
    const storage = contender === SERVICE ? 'service' : 'peer';
    const order = { kind, bundle, event: events[job], job, storage, calls: CALLS };
    const [command = '', ...words] = [...launcher, process.execPath, PROGRAM];
    const deployed = { name: 'bench', handler: 'index.handler', memorySize: 1024 };
    const child = spawn(command, [...words, JSON.stringify(order)], {
      env: { ...lambdaEnvironment({ ...deployed, folder: dirname(bundle) }), ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const { output, problems, status } = await resultOf(child);
    if (status !== 0) throw new BenchError(`${contender}, ${job}: it fails\n${problems}`);
    // Functions write lines of their own before it.
    const result = Measurement.parse(JSON.parse(output.trimEnd().split('\n').at(-1) ?? ''));
    const wrong = result.answers.find((answer) => !isExpected(job, answer));
    if (wrong === undefined) return result;
    throw new BenchError(`${contender}, ${job}: it answers ${JSON.stringify(wrong)}`);
  };

/** Whether an answer is exactly what the contract describes: otherwise it is not the same operation. */
const isExpected = (job: Job, { statusCode, body }: z.infer<typeof Answer>): boolean => {
  const success = operations.find(({ operationId }) => operationId === job)?.success;
  const { data } = success?.body?.safeParse(parseJson(body)) ?? {};
  return statusCode === success?.status && data !== undefined && writeJson(data) === body;
};
