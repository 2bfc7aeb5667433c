import { parse } from 'yaml';
import * as z from 'zod';

/**
 * A workflow of GitHub Actions, with the features that ours use. Any other feature is refused, as
 * this program would not run it.
 */

const Texts = z.record(z.string(), z.coerce.string()).default({});

const common = { name: z.string().optional(), id: z.string().optional() };
const RunStep = z.strictObject({ ...common, run: z.string(), env: Texts });
const ActionStep = z.strictObject({ ...common, uses: z.string(), with: Texts });

const Permissions = z.record(z.string(), z.enum(['read', 'write', 'none']));

const Job = z.strictObject({
  name: z.string().optional(),
  if: z.string().optional(),
  needs: z.union([z.string().transform((job) => [job]), z.array(z.string())]).default([]),
  'runs-on': z.string(),
  'timeout-minutes': z.number(),
  environment: z.string().optional(),
  concurrency: z
    .strictObject({ group: z.string(), 'cancel-in-progress': z.boolean().optional() })
    .optional(),
  permissions: Permissions.default({}),
  outputs: Texts,
  steps: z.array(z.union([RunStep, ActionStep])),
});

const Workflow = z.strictObject({
  name: z.string(),
  on: z.unknown(),
  permissions: Permissions.default({}),
  jobs: z.record(z.string(), Job),
});

export type Workflow = z.output<typeof Workflow>;
export type Job = z.output<typeof Job>;
export type Step = Job['steps'][number];

/** Why a pipeline stopped, in one line. */
export class PipelineError extends Error {
  override readonly name = 'PipelineError';
}

/**
 * Reads a workflow.
 * @param file its name, for messages
 * @throws PipelineError if it is not YAML, or has an unknown feature
 */
export const readWorkflow = (file: string, text: string): Workflow => {
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    throw new PipelineError(`${file}: ${String(error).split('\n', 1)}`);
  }
  const { data, error } = Workflow.safeParse(value);
  if (data !== undefined) return data;
  const [issue] = error.issues;
  throw new PipelineError(`${file}: ${issue?.path.join('.')}: ${issue?.message}`);
};

/**
 * Orders jobs, so that each comes after those that it needs.
 * @throws PipelineError if a job needs one that does not exist, or itself through others
 */
export const orderJobs = ({ jobs }: Workflow): readonly string[] => {
  const ordered = new Set<string>();
  const add = (name: string, way: readonly string[]): void => {
    if (way.includes(name)) {
      throw new PipelineError(`Jobs need each other: ${[...way, name].join(' → ')}.`);
    }
    for (const needed of jobs[name]?.needs ?? []) {
      if (!(needed in jobs)) {
        throw new PipelineError(`${name} needs ${needed}, and there is no such job.`);
      }
      add(needed, [...way, name]);
    }
    ordered.add(name);
  };
  for (const name of Object.keys(jobs)) add(name, []);
  return [...ordered];
};

/** A step's name in messages. */
export const stepLabel = (step: Step, at: number): string => {
  const what = 'run' in step ? step.run.split('\n', 1).join('') : step.uses.replace(/@.*/, '');
  return `step ${at + 1} (${step.name ?? what})`;
};
