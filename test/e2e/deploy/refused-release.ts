import assert from 'node:assert/strict';
import { STAGES } from '../../../infra/stacks/stages.ts';
import { codeBlocks } from '../../support/page-calls.ts';
import { remainsOf } from './aws-calls.ts';
import { type DeployedStage, deploy } from './deployed-stage.ts';
import type { MiniStack } from './ministack.ts';
import { openShell } from './shell.ts';
import { send } from './stored-data.ts';

/**
 * Deploys a release with a function that cannot start, and expects it to be refused before a client
 * notices.
 * @param assembly the synthesized release
 */
export const expectRefused = async (
  ministack: MiniStack,
  stage: DeployedStage,
  assembly: string,
): Promise<void> => {
  const answers = async () => (await send(stage, `${stage.baseUrl}/pets/0`)).status;
  assert.equal(await answers(), 404);
  await assert.rejects(
    deploy(ministack, assembly, stage.stackName),
    /getPet ends without an answer/,
  );
  assert.equal(await answers(), 404);
};

/**
 * Deploys it as the first release of production, and types what docs/deploying.md says then: nothing stays but logs.
 * @param assembly the synthesized release
 */
export const proveFailedFirst = async (ministack: MiniStack, assembly: string): Promise<void> => {
  const { stackName } = STAGES.production;
  await assert.rejects(deploy(ministack, assembly, stackName), /getPet ends without an answer/);
  const [recovery] = codeBlocks('docs/deploying.md');
  const shell = openShell(ministack.environment);
  const status = `aws cloudformation describe-stacks --stack-name ${stackName} --query 'Stacks[0].StackStatus'`;
  assert.match(await shell.type(status), /ROLLBACK_COMPLETE/);
  await shell.type(recovery?.text ?? '');
  shell.end();
  assert.deepEqual(await remainsOf(ministack, stackName), ['log groups']);
};
