import assert from 'node:assert/strict';
import { join } from 'node:path';
import { STAGES } from '../../../infra/stacks/stages.ts';
import { send } from '../../support/client.ts';
import { codeBlocks } from '../../support/page-calls.ts';
import { copyProject, type Edit } from '../../support/project-copy.ts';
import { type MiniStack, runScript, synthesize, TEMPORARY } from './emulator.ts';
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

/** Copies the project, edits it, and synthesizes it. @returns the folder of the assembly */
export const synthesizeChanged = async (
  ministack: MiniStack,
  name: keyof typeof EDITS,
): Promise<string> => {
  const copy = join(TEMPORARY, `${name}-project`);
  await copyProject(copy, EDITS[name]);
  // The first release has the CDK's check of templates against CloudFormation's types.
  const environment = { ...ministack.environment, CDK_VALIDATION: 'false' };
  return synthesize({ ...ministack, environment }, copy, name);
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

/** Why it is not deployed. */
const REFUSED = /getPet ends without an answer/;

/**
 * Deploys a release with a function that cannot start, and expects it to be refused before a client
 * notices.
 * @param assembly the synthesized release
 */
export const expectRefused = async (stage: DeployedStage, assembly: string): Promise<void> => {
  const answers = async () => (await send(stage, '/pets/0')).status;
  assert.equal(await answers(), 404);
  const deployed = deploy(stage.ministack, assembly, stage.stackName);
  await assert.rejects(deployed, REFUSED);
  assert.equal(await answers(), 404);
};

/**
 * Deploys it as the first release of production, and types what docs/deploying.md says then: nothing stays but logs.
 * @param assembly the synthesized release
 */
export const proveFailedFirst = async (ministack: MiniStack, assembly: string): Promise<void> => {
  const { stackName } = STAGES.production;
  await assert.rejects(deploy(ministack, assembly, stackName), REFUSED);
  const status = `aws cloudformation describe-stacks --stack-name ${stackName} --query 'Stacks[0].StackStatus'`;
  assert.match(await runScript(ministack, status), /ROLLBACK_COMPLETE/);
  const [recovery] = codeBlocks('docs/deploying.md');
  await runScript(ministack, recovery?.text ?? '');
  assert.deepEqual(await remainsOf(ministack, stackName), ['log groups']);
};

/** Puts functions back to what was in service at a time, while one of them gives a tenth of its traffic to another version. */
export const takeBack = async ({ ministack, name }: DeployedStage, before: Date): Promise<void> => {
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

const json = (target: string) => ({
  method: 'POST',
  headers: { 'X-Amz-Target': target, 'Content-Type': 'application/x-amz-json-1.1' },
  body: '{}',
});

/** The kinds of resources, of four, that still exist with the stack's name. */
export const remainsOf = async (
  { endpoint }: MiniStack,
  stackName: string,
): Promise<readonly string[]> => {
  const lists = {
    tables: fetch(endpoint, json('DynamoDB_20120810.ListTables')),
    'log groups': fetch(endpoint, json('Logs_20140328.DescribeLogGroups')),
    functions: fetch(`${endpoint}/2015-03-31/functions/`),
    APIs: fetch(`${endpoint}/restapis`),
  };
  const kinds = Object.entries(lists).map(async ([kind, list]) => {
    const text = await (await list).text();
    return text.includes(stackName) ? [kind] : [];
  });
  return (await Promise.all(kinds)).flat();
};
