import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import * as z from 'zod';
import { operations } from '../../functions/operations.ts';
import { parseJson, writeJson } from '../../lib/values/json.ts';
import type { Storage } from './storage.ts';
import { type Job, SERVICE, type Subject } from './subjects.ts';

/** A process that fails, or that does not do the operation. */
export class BenchError extends Error {
  override readonly name = 'BenchError';
}

const PROGRAM = join(import.meta.dirname, 'measured-process.js');

/** Calls until V8 has optimised the code of each contender, and the measured calls after them. */
const CALLS = { before: 15_000, measured: 5000 };

const answers = z.array(z.object({ statusCode: z.number(), body: z.string() }));

/** Microseconds of processor time for init and the first call; memory in bytes. */
const cold = z.object({ cpu: z.number(), memory: z.number(), answers });
export type Cold = z.infer<typeof cold>;

/** Microseconds of processor time per call, with storage that answers at once. */
const warm = z.object({ cpu: z.number(), answers });
export type Warm = z.infer<typeof warm>;

/** Runs one subject in its own process. */
export interface Measure {
  readonly cold: (subject: Subject) => Promise<Cold>;
  readonly warm: (subject: Subject) => Promise<Warm>;
}

/**
 * Builds it.
 * @param launcher the command that gives processes their own processor, or nothing
 */
export const buildMeasure = (
  { environment, events }: Pick<Storage, 'environment' | 'events'>,
  launcher: readonly string[],
): Measure => {
  const run = async <Result extends Cold | Warm>(
    kind: 'cold' | 'warm',
    { contender, job, bundle }: Subject,
    schema: z.ZodType<Result>,
  ): Promise<Result> => {
    await writeFile(`${bundle}.event`, JSON.stringify(events[job]));
    const storage = contender === SERVICE ? 'service' : 'peer';
    const order = { kind, bundle, event: `${bundle}.event`, job, storage, calls: CALLS };
    const [command = '', ...words] = [...launcher, process.execPath, PROGRAM];
    const child = spawn(command, [...words, JSON.stringify(order)], {
      env: { ...environment, LAMBDA_TASK_ROOT: join(bundle, '..') },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [output, errors, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    if (status !== 0) throw new BenchError(`${contender}, ${job}: it fails\n${errors}`);
    // Functions write lines of their own before it.
    const result = schema.parse(JSON.parse(output.trimEnd().split('\n').at(-1) ?? ''));
    const wrong = result.answers.find((answer) => !isExpected(job, answer));
    if (wrong === undefined) return result;
    throw new BenchError(`${contender}, ${job}: it answers ${JSON.stringify(wrong)}`);
  };
  return {
    cold: (subject) => run('cold', subject, cold),
    warm: (subject) => run('warm', subject, warm),
  };
};

/** Whether an answer is exactly what the contract describes: otherwise it is not the same operation. */
const isExpected = (job: Job, { statusCode, body }: z.infer<typeof answers>[number]): boolean => {
  const success = operations.find(({ operationId }) => operationId === job)?.success;
  const { data } = success?.body?.safeParse(parseJson(body)) ?? {};
  return statusCode === success?.status && data !== undefined && writeJson(data) === body;
};
