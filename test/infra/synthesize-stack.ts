import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Stage, StageConfig } from '../../infra/stacks/stages.ts';

/** The changes that a stack is synthesized with. */
export interface SynthesisCase {
  /** @default staging */
  readonly stage?: Stage;
  readonly changes?: Partial<StageConfig>;
  readonly now?: string;
  readonly keepPastRemoval?: readonly string[];
  /** A stack of one resource, which breaks the rule packs, and of these. */
  readonly unguarded?: boolean;
}

/** The synthesized template, or the error. */
export interface SynthesisResult {
  readonly template?: Record<string, unknown>;
  readonly warnings?: readonly string[];
  readonly errors?: readonly string[];
  readonly failure?: string;
}

/** Synthesizes stacks in their own Node process, where the CDK loads in a second and not in thirty. */
export const synthesizeStacks = (cases: readonly SynthesisCase[]): SynthesisResult[] =>
  JSON.parse(
    execFileSync(
      process.execPath,
      [join(import.meta.dirname, 'synthesis-program.ts'), JSON.stringify(cases)],
      {
        encoding: 'utf8',
        // The CDK's check of templates against CloudFormation's types takes three quarters of the
        // time, and only warns. `npx cdk synth` runs it.
        env: { ...process.env, CDK_VALIDATION: 'false' },
        stdio: ['ignore', 'pipe', 'pipe'],
        maxBuffer: 100 * 1024 * 1024,
      },
    ),
  );
