import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../deploy/processes.ts';
import { findAction, type Place } from './actions.ts';
import { declaredNames, GITHUB, problemsOf } from './check-workflow.ts';
import { fill, type LookUp } from './expressions.ts';
import type { Grants } from './grants.ts';
import { orderJobs, PipelineError, type Step, stepLabel, type Workflow } from './workflow.ts';

/** Outputs of a step or a job. */
export type Outputs = Readonly<Record<string, string>>;

/** Everything that a workflow needs from outside. */
export interface Surroundings extends Pick<Place, 'repository' | 'node' | 'credentials'> {
  /** Empty: the run makes its folders in it. */
  readonly folder: string;
  readonly grants: Grants;
  /** The value of a name such as `secrets.API_KEY` in an environment. */
  readonly give: (environment: string, name: string) => string;
  /** Of every step. */
  readonly environment: NodeJS.ProcessEnv;
  /** The reason why exit status 1 is no failure of a step: a part of a sentence, or undefined if it failed. */
  readonly excuse: (output: string) => string | undefined;
  /** Completes a job of an environment here, and gives its outputs as other jobs can use them. */
  readonly complete: (environment: string, outputs: Outputs) => Promise<Outputs>;
}

/** A step that failed, with all that it printed. */
export class StepError extends PipelineError {
  readonly output: string;

  constructor(message: string, output: string) {
    super(message);
    this.output = output;
  }
}

const readOutputs = (file: string): Outputs =>
  Object.fromEntries(
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const [, name, value] = /^([\w-]+)=(.*)$/.exec(line) ?? [];
        if (name !== undefined && value !== undefined) return [name, value];
        throw new PipelineError(`It wrote to GITHUB_OUTPUT what is not NAME=value: ${line}`);
      }),
  );

/** Runs the steps of a workflow's jobs, a job at a time. */
const buildRunJob = (workflow: Workflow, surroundings: Surroundings) => {
  const { folder, grants, give, environment, excuse, ...rest } = surroundings;
  const done = new Map<string, Outputs>();

  return async (name: string): Promise<string> => {
    const job = workflow.jobs[name];
    if (job === undefined) throw new PipelineError(`There is no job ${name}.`);
    const own = mkdtempSync(join(folder, `${name}-`));
    const workspace = join(own, 'workspace');
    mkdirSync(workspace);
    const place: Place = {
      ...rest,
      workspace,
      artifacts: join(folder, 'artifacts'),
      environment: {
        ...environment,
        CI: 'true',
        GITHUB_ACTIONS: 'true',
        GITHUB_REF: GITHUB.ref,
        GITHUB_WORKSPACE: workspace,
        RUNNER_TEMP: own,
      },
    };
    const deadline = Date.now() + job['timeout-minutes'] * 60_000;
    const steps = new Map<string, Outputs>();
    const excuses: string[] = [];

    const valuesBefore = (before: readonly Step[]): LookUp => {
      const declared = declaredNames(workflow, job, before, grants);
      return (each) => {
        const known = declared(each);
        const [context, from = '', , output = ''] = each.split('.');
        const values: Readonly<Record<string, () => string | undefined>> = {
          github: () => known,
          needs: () => done.get(from)?.[output],
          steps: () => steps.get(from)?.[output],
          vars: () => give(job.environment ?? '', each),
          secrets: () => give(job.environment ?? '', each),
        };
        const value = values[context ?? '']?.();
        if (value) return value;
        throw new PipelineError(`\${{ ${each} }} is empty: nothing gave it a value.`);
      };
    };
    const fillAll = (texts: Outputs, lookUp: LookUp): Outputs =>
      Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, fill(text, lookUp)]));

    const runStep = async (step: Step, at: number, lookUp: LookUp): Promise<void> => {
      if ('uses' in step) {
        findAction(step.uses).run(fillAll(step.with, lookUp), place);
        return;
      }
      const script = join(own, `step-${at + 1}.sh`);
      const outputFile = join(own, `step-${at + 1}.outputs`);
      writeFileSync(script, step.run);
      writeFileSync(outputFile, '');
      const env = { ...place.environment, ...fillAll(step.env, lookUp), GITHUB_OUTPUT: outputFile };
      const timeout = Math.max(1, deadline - Date.now());
      const { status, output } = await run('bash', ['-e', script], {
        env,
        cwd: workspace,
        timeout,
      });
      if (Date.now() >= deadline) {
        throw new StepError(
          `It takes longer than timeout-minutes: ${job['timeout-minutes']}.`,
          output,
        );
      }
      if (status !== 0) {
        const why = status === 1 ? excuse(output) : undefined;
        if (why === undefined) throw new StepError(`It ends with exit status ${status}.`, output);
        excuses.push(why);
      }
      if (step.id !== undefined) steps.set(step.id, readOutputs(outputFile));
    };

    for (const [at, step] of job.steps.entries()) {
      await inPlace(`${name}, ${stepLabel(step, at)}`, () =>
        runStep(step, at, valuesBefore(job.steps.slice(0, at))),
      );
    }
    const outputs: Record<string, string> = {};
    for (const [output, text] of Object.entries(job.outputs)) {
      await inPlace(`${name}, output ${output}`, async () => {
        outputs[output] = fill(text, valuesBefore(job.steps));
      });
    }
    done.set(name, await surroundings.complete(job.environment ?? '', outputs));
    rmSync(own, { recursive: true, force: true, maxRetries: 3 });
    return excuses.join(', ');
  };
};

/** Adds the place to the message of an error. */
const inPlace = async (where: string, work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    const message = `${where}: ${error instanceof Error ? error.message : error}`;
    if (error instanceof StepError) throw new StepError(message, error.output);
    throw new PipelineError(message);
  }
};

/**
 * Runs the jobs of a workflow, each after those that it needs, as a push to main would.
 * @param skipped jobs that count as done
 * @param report wraps each job, to show that it runs; the job's result is a note
 * @throws PipelineError at the first step that fails
 */
export const runWorkflow = async (
  workflow: Workflow,
  surroundings: Surroundings,
  skipped: readonly string[],
  report: (job: string, work: () => Promise<string>) => Promise<unknown>,
): Promise<void> => {
  const [problem] = problemsOf(workflow, surroundings.grants);
  if (problem !== undefined) throw new PipelineError(problem);
  const runJob = buildRunJob(workflow, surroundings);
  for (const name of orderJobs(workflow)) {
    if (!skipped.includes(name)) await report(name, () => runJob(name));
  }
};
