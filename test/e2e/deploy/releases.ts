import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { STAGES } from '../../../infra/stacks/stages.ts';
import { send } from '../../support/client.ts';
import { codeBlocks } from '../../support/page-calls.ts';
import { copyProject } from '../../support/project-copy.ts';
import { remainsOf } from './aws-calls.ts';
import { type MiniStack, TEMPORARY } from './emulator.ts';
import { openShell } from './shell.ts';
import { type DeployedStage, deploy } from './stage.ts';

/** Changes the answer of getPet's function. */
const FUNCTION_EDIT = {
  path: 'lib/http/deprecation.ts',
  from: 'rel="successor-version"',
  to: 'rel="changed-version"',
};

/** Changes an answer of API Gateway itself, by a setting. */
const GATEWAY_EDIT = {
  path: 'lib/errors/errors.ts',
  from: 'This needs a valid API key.',
  to: 'This needs a changed API key.',
};

/** Makes a function fail when it is loaded: it gets no table's name. */
const BROKEN_EDIT = {
  path: 'functions/get-pet/contract.ts',
  from: "access: [{ table: 'pets', actions: ['GetItem'] }],",
  to: 'access: [],',
};

/** Copies of the project, edited like a release, by the names of their folders. */
const EDITS = { broken: [BROKEN_EDIT], changed: [FUNCTION_EDIT, GATEWAY_EDIT] } as const;

/**
 * Copies the project and edits it.
 * @returns its folder
 * @throws Error if the text to be edited no longer exists
 */
export const changeService = async (name: keyof typeof EDITS): Promise<string> => {
  const copy = join(TEMPORARY, name);
  await copyProject(copy);
  for (const { path, from, to } of EDITS[name]) {
    const text = readFileSync(join(copy, path), 'utf8');
    assert.ok(text.includes(from), `${path} no longer says: ${from}`);
    writeFileSync(join(copy, path), text.replace(from, to));
  }
  return copy;
};

/** Expects a stage to answer as the changed service does, or not yet. */
export const expectChanged = async (stage: DeployedStage, changed: boolean): Promise<void> => {
  await expectFunctionChanged(stage, changed);
  const { text: fromGateway } = await send(stage, '/pets', { key: null });
  assert.ok(fromGateway.includes(changed ? GATEWAY_EDIT.to : GATEWAY_EDIT.from), fromGateway);
};

/** Expects that of its functions. */
export const expectFunctionChanged = async (
  stage: DeployedStage,
  changed: boolean,
): Promise<void> => {
  const fromFunction = (await send(stage, '/pets/0')).headers.get('Link') ?? '';
  assert.ok(fromFunction.includes(changed ? FUNCTION_EDIT.to : FUNCTION_EDIT.from), fromFunction);
};

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
  const answers = async () => (await send(stage, '/pets/0')).status;
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
