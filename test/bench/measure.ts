import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import * as z from 'zod';
import { parseJson, writeJson } from '../../lib/json.ts';
import { statusOf } from '../support/examples.ts';
import { exampleOf } from './jobs.ts';
import type { Surroundings } from './service.ts';
import { SERVICE, type Subject } from './subjects.ts';

const PROGRAM = join(import.meta.dirname, 'measured-process.js');

/** Calls until V8 has optimised the code of each contender, and the measured calls after them. */
const CALLS = { before: 15_000, measured: 5000 };

const time = z.object({ cpu: z.number(), wall: z.number() });
const answer = z.object({ statusCode: z.optional(z.number()), body: z.string().default('') });
const answers = z.array(answer);

/** The cost of a cold start, in milliseconds of processor and clock; memory in bytes. */
const cold = z.object({ init: time, first: time, second: time, memory: z.number(), answers });
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
 * @param launcher the command that pins processes to a processor, or nothing
 */
export const buildMeasure = (
  { environment, prepare }: Pick<Surroundings, 'environment' | 'prepare'>,
  launcher: readonly string[],
): Measure => {
  const run = async (kind: 'cold' | 'warm', subject: Subject): Promise<unknown> => {
    const { contender, job, bundle } = subject;
    // One for each invocation: a pet can be deleted only once.
    const events = [await prepare(job), await prepare(job)].map((event) => JSON.stringify(event));
    await writeFile(`${bundle}.events`, events.join('\n'));
    const order = {
      kind,
      bundle,
      events: `${bundle}.events`,
      handlerName: `${job}Handler`,
      storage: contender === SERVICE ? 'service' : 'peer',
      calls: CALLS,
    };
    const [command = '', ...words] = [...launcher, process.execPath, PROGRAM];
    const child = spawn(command, [...words, JSON.stringify(order)], {
      env: { ...environment, LAMBDA_TASK_ROOT: join(bundle, '..') },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [output, [status]] = await Promise.all([text(child.stdout), once(child, 'close')]);
    if (status !== 0) throw new Error(`${contender}, ${job}: the process failed`);
    // Functions write lines of their own before it.
    return JSON.parse(output.trimEnd().split('\n').at(-1) ?? '');
  };
  const check = <Result extends Cold | Warm>(subject: Subject, result: Result): Result => {
    const { contender, job } = subject;
    const wrong = result.answers.find((one) => !isExpected(job, one));
    if (wrong) throw new Error(`${contender}, ${job}: answers ${JSON.stringify(wrong)}`);
    return result;
  };
  return {
    cold: async (subject) => check(subject, cold.parse(await run('cold', subject))),
    warm: async (subject) => check(subject, warm.parse(await run('warm', subject))),
  };
};

/** Whether an answer is exactly what the contract describes: otherwise it is not the same job. */
const isExpected = (job: string, { statusCode, body }: z.infer<typeof answer>): boolean => {
  const named = exampleOf(job);
  // Others than operations answer nobody, or with a policy.
  if (named === undefined) return statusCode === undefined;
  if (statusCode !== statusOf(named)) return false;
  const schema = named.contract.success.body;
  if (schema === undefined) return body === '';
  const { success, data } = schema.safeParse(parseJson(body));
  return success && writeJson(data) === body;
};
