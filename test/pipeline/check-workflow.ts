import { findAction } from './actions.ts';
import { fill, holds, type LookUp } from './expressions.ts';
import type { Grants } from './grants.ts';
import {
  type Job,
  orderJobs,
  PipelineError,
  type Step,
  stepLabel,
  type Workflow,
} from './workflow.ts';

/** GitHub's values of the push that starts a workflow. */
export const GITHUB = { ref: 'refs/heads/main' } as const;

/** The names whose values are known before a run. */
const KNOWN: ReadonlyMap<string, string> = new Map([
  ['ref', GITHUB.ref],
  ['sha', 'sha'],
  ['token', 'token'],
]);

const FROM_VARIABLE = /^\$\{\{ *vars\.\w+ *\}\}$/;

/** Looks a name up before a step of a job, as far as it is known before the run. */
export const declaredNames =
  (workflow: Workflow, job: Job, stepsBefore: readonly Step[], grants: Grants): LookUp =>
  (name) => {
    const [context, from = '', , output = ''] = name.split('.');
    const fail = (why: string): never => {
      throw new PipelineError(`\${{ ${name} }} names nothing: ${why}.`);
    };
    switch (context) {
      case 'github':
        return KNOWN.get(from) ?? fail(`${from} is not known here`);
      case 'needs':
        if (!(from in workflow.jobs)) return fail(`there is no job ${from}`);
        if (!job.needs.includes(from)) return fail(`the job does not need ${from}`);
        return output in (workflow.jobs[from]?.outputs ?? {})
          ? name
          : fail(`${from} has no output ${output}`);
      case 'steps':
        return stepsBefore.some(({ id }) => id === from)
          ? name
          : fail(`no step before has the id ${from}`);
      case 'vars':
      case 'secrets': {
        const { environment } = job;
        if (environment === undefined) return fail('the job has no environment');
        return grants.get(environment)?.has(name)
          ? name
          : fail(`docs/deploying.md does not give it to the environment ${environment}`);
      }
      default:
        return fail(`${context} is not known here`);
    }
  };

const checkStep = (step: Step, { permissions }: Job, lookUp: LookUp): void => {
  if ('run' in step) {
    if (step.run.includes('${{')) throw new PipelineError('An expression in run: give it by env.');
    for (const value of Object.values(step.env)) fill(value, lookUp);
    return;
  }
  const { permission, fromVariables = [], check } = findAction(step.uses);
  check(step.with);
  for (const value of Object.values(step.with)) fill(value, lookUp);
  for (const input of fromVariables) {
    if (FROM_VARIABLE.test(step.with[input] ?? '')) continue;
    throw new PipelineError(`${input} must come from a variable: \${{ vars.NAME }}.`);
  }
  if (permission === undefined) return;
  const [name, level] = permission;
  const has = permissions[name];
  if (has !== level && has !== 'write')
    throw new PipelineError(`It needs the permission ${name}: ${level}.`);
};

/** Finds problems of a workflow before it runs: a line for each. */
export const problemsOf = (workflow: Workflow, grants: Grants): readonly string[] => {
  const problems: string[] = [];
  const read = new Set<string>();
  const attempt = (where: string, work: () => void): void => {
    try {
      work();
    } catch (error) {
      if (!(error instanceof PipelineError)) throw error;
      problems.push(`${where}: ${error.message}`);
    }
  };
  attempt('jobs', () => orderJobs(workflow));
  for (const [name, job] of Object.entries(workflow.jobs)) {
    const noting =
      (lookUp: LookUp): LookUp =>
      (each) => {
        read.add(`${job.environment} ${each}`);
        return lookUp(each);
      };
    const before = (at: number) =>
      noting(declaredNames(workflow, job, job.steps.slice(0, at), grants));
    attempt(name, () => {
      fill(job.concurrency?.group ?? '', before(0));
      if (job.if !== undefined && !holds(job.if, before(0))) {
        throw new PipelineError(
          `if: ${job.if} does not hold on ${GITHUB.ref}, so it never deploys.`,
        );
      }
    });
    for (const [at, step] of job.steps.entries()) {
      attempt(`${name}, ${stepLabel(step, at)}`, () => checkStep(step, job, before(at)));
    }
    for (const [output, value] of Object.entries(job.outputs)) {
      attempt(`${name}, output ${output}`, () => fill(value, before(job.steps.length)));
    }
  }
  const environments = new Set(Object.values(workflow.jobs).map(({ environment }) => environment));
  for (const [environment, names] of grants) {
    for (const name of names) {
      if (!read.has(`${environment} ${name}`)) {
        problems.push(`docs/deploying.md: gives ${name} to ${environment}, and no step reads it.`);
      }
    }
  }
  for (const environment of environments) {
    if (environment !== undefined && !grants.has(environment)) {
      problems.push(`docs/deploying.md: does not say what the environment ${environment} gives.`);
    }
  }
  return problems;
};
