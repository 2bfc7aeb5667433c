import assert from 'node:assert/strict';
import { type DeployedStage, deploy } from './deployed-stage.ts';
import type { MiniStack } from './ministack.ts';
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
