import * as z from 'zod';
import type { Stage } from '../../infra/stacks/stages.ts';
import { operator } from '../support/operator.ts';
import type { MiniStack } from './ministack.ts';

/** Runs one of the operators' commands on a stage, and gives what it prints for scripts. */
export const operate = async (
  { environment }: MiniStack,
  stage: Stage,
  ...words: readonly string[]
): Promise<unknown> => {
  const command = [...words, '--stage', stage, '--yes', '--json'];
  const { status, output, problems } = await operator(command, environment);
  if (status !== 0) throw new Error(`operator ${command.join(' ')} failed.\n${problems}`);
  return JSON.parse(output);
};

const account = z.object({ accountId: z.string() });
const issued = z.object({ apiKey: z.string() });

/** The keys that a stage is used with. */
export interface StageKeys {
  readonly accountId: string;
  readonly apiKey: string;
  readonly readOnlyKey: string;
}

/** Makes an account and its keys, as an operator would. */
export const issueKeys = async (ministack: MiniStack, stage: Stage): Promise<StageKeys> => {
  const created = await operate(ministack, stage, 'account', 'create', '--name', 'test:deploy');
  const { accountId } = account.parse(created);
  const issue = async (scope: string): Promise<string> => {
    const words = ['key', 'issue', '--account', accountId, '--name', scope, '--scope', scope];
    return issued.parse(await operate(ministack, stage, ...words)).apiKey;
  };
  return { accountId, apiKey: await issue('full'), readOnlyKey: await issue('read') };
};
