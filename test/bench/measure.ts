import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import * as z from 'zod';
import type { Surroundings } from './service.ts';
import { SERVICE, type Subject } from './subjects.ts';

const PROGRAM = join(import.meta.dirname, 'measured-process.js');

/** Calls until V8 has optimised even the busiest contender's code, and then those that are measured. */
const CALLS = { before: 15_000, measured: 5000 };

const time = z.object({ cpu: z.number(), wall: z.number() });
const answer = z.object({ statusCode: z.optional(z.number()), body: z.optional(z.string()) });

/** What a cold start took, in milliseconds of processor and clock; memory in bytes. */
const cold = z.object({ init: time, first: time, second: time, memory: z.number(), answer });
export type Cold = z.infer<typeof cold>;

/** Microseconds of processor time per call, with storage that answers at once. */
const warm = z.object({ cpu: z.number(), answer });
export type Warm = z.infer<typeof warm>;

/** Runs one subject in its own process. */
export interface Measure {
  readonly cold: (subject: Subject) => Promise<Cold>;
  readonly warm: (subject: Subject) => Promise<Warm>;
}

/**
 * Makes it.
 * @param launcher what processes are started with: the words that pin them to a processor, or none
 */
export const buildMeasure = (
  { environment, events }: Surroundings,
  launcher: readonly string[],
): Measure => {
  const run = async (kind: 'cold' | 'warm', subject: Subject): Promise<unknown> => {
    const { contender, job, bundle } = subject;
    const order = {
      kind,
      bundle,
      event: events[job],
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
    return JSON.parse(output);
  };
  const check = <Result extends Cold | Warm>(subject: Subject, result: Result): Result => {
    const { contender, job } = subject;
    const given = JSON.stringify(result.answer);
    if (!EXPECTED[job].test(given)) throw new Error(`${contender}, ${job}: answers ${given}`);
    return result;
  };
  return {
    cold: async (subject) => check(subject, cold.parse(await run('cold', subject))),
    warm: async (subject) => check(subject, warm.parse(await run('warm', subject))),
  };
};

/** Everybody's answer, or it is not the same job. */
const EXPECTED = {
  getPet:
    /^\{"statusCode":200,"body":"\{\\"id\\":1,\\"name\\":\\"Rex\\",\\"categoryId\\":1,\\"status\\":\\"available\\"\}"\}$/,
  createPet:
    /^\{"statusCode":201,"body":"\{\\"id\\":\d+,\\"name\\":\\"Rex\\",\\"categoryId\\":1,\\"status\\":\\"available\\"\}"\}$/,
  listPets: /^\{"statusCode":200,"body":"\[/,
  createMessage: /^\{"statusCode":202,/,
  authorizer: /^\{\}$/,
} as const satisfies Record<Subject['job'], RegExp>;
