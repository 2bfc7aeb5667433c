import assert from 'node:assert/strict';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { codeBlocks } from '../support/page-calls.ts';
import type { DeployedStage } from './deployed-stage.ts';
import type { MiniStack } from './ministack.ts';
import { openShell, type Shell } from './shell.ts';
import { send } from './stored-data.ts';

const PAGE = 'RUNBOOK.md';

/** What is typed elsewhere, or cannot be typed here, by its reason. */
const LEFT_OUT = {
  'test/local/operator-pages.test.ts types it': /-- (?:events|webhook) /,
  'it asks GitHub for a release': /^gh /m,
  'the AWS CLI 1 asks queue.amazonaws.com, whatever its endpoint': /aws sqs /,
};

const isLeftOut = (text: string): boolean =>
  Object.values(LEFT_OUT).some((pattern) => pattern.test(text));

const blocks = codeBlocks(PAGE, { baseUrl: '$BASE_URL', quickstartUrl: '' })
  .filter(({ language, text }) => language === 'sh' && !isLeftOut(text))
  .map(({ text }) =>
    text.replaceAll('npm run -s operator --', `"${process.execPath}" infra/operator/main.ts --yes`),
  );

const open = ({ environment }: MiniStack, stage: DeployedStage): Shell =>
  openShell({ ...environment, BASE_URL: stage.baseUrl });

/**
 * Stores a malformed pet, and types every command of the runbook: they find its request, and repair it.
 * @throws Error with the command that fails
 */
export const proveRunbook = async (ministack: MiniStack, stage: DeployedStage): Promise<void> => {
  const created = await send(stage, `${stage.baseUrl}/pets`, '{"name":"Tom","categoryId":1}');
  assert.equal(created.status, 201);
  const { id } = z.object({ id: z.number() }).parse(await created.json());
  await stage.client.send(
    new UpdateCommand({
      TableName: stage.tables.pets,
      Key: { kind: 'pet', id },
      UpdateExpression: 'SET #name = :wrong',
      ExpressionAttributeNames: { '#name': 'name' },
      ExpressionAttributeValues: { ':wrong': 7 },
    }),
  );
  const see = () => send(stage, `${stage.baseUrl}/pets/${id}`);
  const failed = await see();
  assert.equal(failed.status, 500);
  const requestId = failed.headers.get('X-Request-Id') ?? '';
  const repaired: number[] = [];
  const shell = open(ministack, stage);
  for (const block of blocks) {
    const typed = block
      .replace(/(?<=request --stage production )\S+/, requestId)
      .replaceAll('acct_…', stage.accountId)
      .replaceAll('"N":"2"', `"N":"${id}"`)
      // Nothing was released since.
      .replace(/^BEFORE=\S+/m, 'BEFORE=2999-01-01');
    const [repair = '', ...deletion] = typed.split(/(?=^aws dynamodb delete-item)/m);
    const printed = await shell.type(repair);
    if (typed.includes(` ${requestId}`)) assert.match(printed, /getPet .*"malformed_item"/);
    if (typed.includes('BEFORE=')) assert.match(printed, /createPet\w+-\w+:live\s+\d+\n/);
    if (deletion.length > 0) {
      repaired.push((await see()).status);
      await shell.type(deletion.join(''));
      repaired.push((await see()).status);
    }
  }
  shell.end();
  assert.deepEqual(repaired, [200, 404]);
  process.stdout.write(`${blocks.length} blocks of commands ... `);
};

/** Puts functions back to what was in service at a time, by the runbook's command. */
export const takeBack = async (
  ministack: MiniStack,
  stage: DeployedStage,
  before: Date,
): Promise<void> => {
  const shell = open(ministack, stage);
  const [command = ''] = blocks.filter((block) => block.includes('BEFORE='));
  await shell.type(command.replace(/^BEFORE=\S+/m, `BEFORE=${before.toISOString()}`));
  shell.end();
};
