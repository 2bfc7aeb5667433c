import assert from 'node:assert/strict';
import { join } from 'node:path';
import { STAGES } from '../../../infra/stacks/stages.ts';
import { send } from '../../support/client.ts';
import { codeBlocks } from '../../support/page-calls.ts';
import { copyProject, type Edit } from '../../support/project-copy.ts';
import { remainsOf } from './aws-calls.ts';
import { type MiniStack, TEMPORARY } from './emulator.ts';
import { runScript } from './page-script.ts';
import { type DeployedStage, deploy } from './stage.ts';

/** In the answer of getPet's function. */
const FUNCTION_EDIT = [
  'lib/http/deprecation.ts',
  'rel="successor-version"',
  'rel="changed-version"',
] as const;

/** In an answer of API Gateway itself, which is a setting. */
const GATEWAY_EDIT = [
  'lib/errors/errors.ts',
  'This needs a valid API key.',
  'This needs a changed API key.',
] as const;

/** Makes a function fail when it is loaded: it opens a table whose name it does not get. */
const BROKEN_EDIT = [
  'functions/get-pet/handler.ts',
  'openStorage(getPet.access, buildGetPet)',
  "openStorage([{ table: 'orders', actions: [] }], buildGetPet)",
] as const;

/** Copies of the project, edited like a release, by the names of their folders. */
const EDITS = { broken: [BROKEN_EDIT], changed: [FUNCTION_EDIT, GATEWAY_EDIT] } as const;

/** Copies the project and edits it. @returns its folder */
export const changeService = async (name: keyof typeof EDITS): Promise<string> => {
  const copy = join(TEMPORARY, name);
  await copyProject(copy, EDITS[name]);
  return copy;
};

/** Expects that an answer has the text of an edit, or the one before. */
const expectEdited = (answer: string, [, from, to]: Edit, edited: boolean): void =>
  assert.ok(answer.includes(edited ? to : from), answer);

/** Expects a stage to answer as the changed service does, or not yet. */
export const expectChanged = async (stage: DeployedStage, changed: boolean): Promise<void> => {
  await expectFunctionChanged(stage, changed);
  const { text: fromGateway } = await send(stage, '/pets', { key: null });
  expectEdited(fromGateway, GATEWAY_EDIT, changed);
};

/** Expects that of its functions. */
export const expectFunctionChanged = async (
  stage: DeployedStage,
  changed: boolean,
): Promise<void> => {
  const fromFunction = (await send(stage, '/pets/0')).headers.get('Link') ?? '';
  expectEdited(fromFunction, FUNCTION_EDIT, changed);
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
  const status = `aws cloudformation describe-stacks --stack-name ${stackName} --query 'Stacks[0].StackStatus'`;
  assert.match(await runScript(ministack, status), /ROLLBACK_COMPLETE/);
  const [recovery] = codeBlocks('docs/deploying.md');
  await runScript(ministack, recovery?.text ?? '');
  assert.deepEqual(await remainsOf(ministack, stackName), ['log groups']);
};

/** Puts functions back to what was in service at a time, while one of them gives a tenth of its traffic to another version. */
export const takeBack = async (
  ministack: MiniStack,
  { name }: DeployedStage,
  before: Date,
): Promise<void> => {
  const taken = await runScript(
    ministack,
    `
    FUNCTION=$(aws lambda list-functions --output text \
      --query "Functions[?starts_with(FunctionName, 'pet-store-${name}-createPet')].FunctionName")
    VERSION=$(aws lambda get-alias --function-name $FUNCTION --name live --query FunctionVersion --output text)
    aws lambda update-alias --function-name $FUNCTION --name live --function-version 1 \
      --routing-config "AdditionalVersionWeights={$VERSION=0.1}" --query RoutingConfig.AdditionalVersionWeights
    .ci/take-back ${name} ${before.toISOString()}
    aws lambda get-alias --function-name $FUNCTION --name live --query RoutingConfig --output text`,
  );
  assert.match(taken, /: 0\.1\n[\s\S]*createPet\w+-\w+:live\s+\d+\n[\s\S]*None\n$/);
};
