import * as z from 'zod';
import type { Stage } from '../../../infra/stacks/stages.ts';
import { operator } from '../../support/operator.ts';
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
  /** A key of another account. */
  readonly otherKey: string;
}

/** Makes two accounts and their keys, as an operator would. */
export const issueKeys = async (ministack: MiniStack, stage: Stage): Promise<StageKeys> => {
  const create = async (name: string): Promise<string> =>
    account.parse(await operate(ministack, stage, 'account', 'create', '--name', name)).accountId;
  const issue = async (accountId: string, scope: string): Promise<string> => {
    const words = ['key', 'issue', '--account', accountId, '--name', scope, '--scope', scope];
    return issued.parse(await operate(ministack, stage, ...words)).apiKey;
  };
  const accountId = await create('test:deploy');
  return {
    accountId,
    apiKey: await issue(accountId, 'full'),
    readOnlyKey: await issue(accountId, 'read'),
    otherKey: await issue(await create('Others'), 'full'),
  };
};
