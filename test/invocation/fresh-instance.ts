import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod';
import { functionEnvironment } from '../../infra/local/lambda/function-environment.ts';
import type { LambdaFunction } from '../../infra/local/lambda/lambda-functions.ts';

/** Milliseconds: of processor time, all threads of the process together, and by the clock. */
const Time = z.object({ cpu: z.number(), wall: z.number() });

const Report = z.object({
  /** Loading the bundle; what Node itself needs to start is not in it. */
  init: Time,
  first: Time,
  /** The second half of all calls, together. */
  warm: Time,
  /** Megabytes of resident memory. */
  memory: z.object({ afterFirst: z.number(), peak: z.number() }),
});
/** What an instance took. */
export type Report = z.infer<typeof Report>;

/**
 * Runs one function in a fresh process, with one event after the other.
 * @throws Error with what the process printed if a call fails or is answered with another status
 */
export const runFreshInstance = async (
  lambdaFunction: LambdaFunction,
  work: { readonly events: readonly unknown[]; readonly status: number | undefined },
  calls: number,
  environment: Readonly<Record<string, string>>,
): Promise<Report> => {
  const module = pathToFileURL(join(lambdaFunction.directory, 'index.mjs')).href;
  const file = join(await mkdtemp(join(tmpdir(), 'events-')), 'events.json');
  await writeFile(file, JSON.stringify(work));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, 'instance.js'), module, file, String(calls)],
    {
      maxBuffer: 100 * 1024 * 1024,
      env: functionEnvironment(lambdaFunction, environment),
    },
  );
  // Before it stands what the function logs.
  return Report.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
};
