import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod';
import { petKey } from '../../../lib/pets/pet-key.ts';
import { send } from '../../support/client.ts';
import { chapterBlocks } from '../../support/page-calls.ts';
import { newSecret } from '../../support/stored-webhooks.ts';
import { type MiniStack, TEMPORARY } from './emulator.ts';
import { openShell, type Shell } from './shell.ts';
import type { DeployedStage } from './stage.ts';

const FIRST_HOUR = 'docs/first-hour.md';

/** What MiniStack does not have: it must refuse these itself, with 255. The CLI ends with 2 if it does not know the words. */
const NOT_THERE =
  /^ *aws (budgets|ce|deploy|service-quotas|xray|cloudwatch describe-alarm-contributors) [^\n]*/gm;

/** Other steps of the run do these, or they are for a person. */
const ELSEWHERE =
  /^(.*npm run verify|npm run jest|npx cdk|aws sso|aws acm wait|aws cloudformation wait) [^\n]*/gm;

/**
 * Types the commands of docs/first-hour.md on a stage that is deployed, in one shell.
 * @throws Error with the command that fails, or does not print what it must
 */
export const proveFirstHour = async (ministack: MiniStack, stage: DeployedStage): Promise<void> => {
  const shell = openShell({ ...ministack.environment, BASE_URL: stage.baseUrl });
  const printed: string[] = [];
  for (const { text } of chapterBlocks(FIRST_HOUR).flat()) {
    const typed = text
      .replaceAll(/ *\\\n +/g, ' ')
      .replaceAll(ELSEWHERE, ':')
      .replaceAll(NOT_THERE, '{ $& 2>&1; } || [ $? = 255 ]')
      .replaceAll('npm run -s operator --', `"${process.execPath}" infra/operator/main.ts --yes`)
      .replaceAll(/sleep \d+/g, 'sleep 0.1')
      .replace('seq 1000', 'seq 20');
    printed.push(await shell.type(typed));
  }
  shell.end();
  const all = printed.join('\n');
  assert.match(all, /^\[/m, 'The new key lists no pets');
  assert.match(all, /(?:^500 in [\d.]+ s\n){20}/m, 'The malformed pet does not fail');
  assert.match(all, /first +full +\w{4} +active/, 'The new key is not listed');
};

const RUNBOOK = 'RUNBOOK.md';
const FOUND = join(TEMPORARY, 'found.json');
const LINE = join(TEMPORARY, 'line.txt');

/** The commands below each heading that has some. Those of the page's beginning prepare the shell for all others. */
const [prepare = [], ...chapters] = chapterBlocks(RUNBOOK)
  .filter((blocks) => blocks.length > 0)
  .map((blocks) =>
    blocks.map(({ language, text }) => {
      assert.equal(language, 'sh', `Not a command:\n${text}`);
      return (
        text
          .replaceAll('https://api.petstore.example/v1', '$BASE_URL')
          .replaceAll(
            'npm run -s operator --',
            `"${process.execPath}" infra/operator/main.ts --yes`,
          )
          .replaceAll(
            'npm run -s source-lines --',
            `"${process.execPath}" infra/command-line/source-lines.ts`,
          )
          .replaceAll('found.json', `"${FOUND}"`)
          // It exits with 1 if it finds something.
          .replace(/^.* events check .*$/m, '$& || [ $? = 1 ]')
          // GitHub has no release of this run.
          .replaceAll(/^gh .*\n/gm, '')
      );
    }),
  );

const open = async ({ environment }: MiniStack, stage: DeployedStage): Promise<Shell> => {
  const shell = openShell({ ...environment, BASE_URL: stage.baseUrl });
  for (const block of prepare) await shell.type(block);
  return shell;
};

const createdId = async <Id>(
  stage: DeployedStage,
  path: string,
  body: unknown,
  id: z.ZodType<Id>,
): Promise<Id> => {
  const created = await send(stage, path, { method: 'POST', body });
  assert.equal(created.status, 201);
  return z.object({ id }).parse(created.body).id;
};

/** What commands must print, by what they contain. */
const EXPECTED: readonly (readonly [command: RegExp, printed: RegExp])[] = [
  [/operator request/, /functions .*"malformed_item"/],
  [/source-lines/, /functions\/get-pet\/store\.ts:\d+/],
  [/BEFORE=/, /createPet\w+-\w+:live\s+\d+\n/],
  [/receive-message/, /given up/],
  [/rule.*-Webhooks/, /-WebhooksSweep\S+\tENABLED\n/],
  [/rule.*-Probe/, /-Probe\S+\tENABLED\n[\s\S]*\b401\b/],
  [/ThrottleEvents/, /"WriteKeyRangeThroughput": 12/],
  [/get-account-settings/, /"Maximum": 573/],
  [/list-event-source-mappings/, /(?:\S+\tEnabled\t[^\t]*\t[\w-]{36}\n){2}/],
  [/account list/, /The limit of \S+ is the stage’s/],
  [/webhook list/, /hooks\.shop\.example/],
  [/webhook disable/, /disabled_by_operator/],
];

/** Nothing throttles on MiniStack, so it is given what AWS would measure then. */
const MEASURED: readonly (readonly [command: RegExp, metric: string])[] = [
  [
    /^for CAUSE in/m,
    'AWS/DynamoDB --metric-name WriteKeyRangeThroughputThrottleEvents --value 12 --dimensions TableName="$(table Pets)"',
  ],
  [
    /^aws lambda get-account-settings/m,
    'AWS/Lambda --metric-name ConcurrentExecutions --value 573',
  ],
];

const measure = (block: string): string =>
  MEASURED.reduce(
    (text, [command, metric]) =>
      text.replace(
        command,
        (found) =>
          // A minute old: MiniStack cuts the end of a query to the second.
          `aws cloudwatch put-metric-data --timestamp "$(ago 1)" --namespace ${metric}\n${found}`,
      ),
    block,
  );

/** What a check printed a day ago. */
const ageCheck = (): void => {
  const found = z
    .looseObject({ checkedAt: z.string() })
    .parse(JSON.parse(readFileSync(FOUND, 'utf8')));
  const checkedAt = new Date(Date.now() - 25 * 60 * 60 * 1000).toISOString();
  writeFileSync(FOUND, JSON.stringify({ ...found, checkedAt }));
};

/**
 * Stores a malformed pet, and types every block of commands of the runbook but for `gh`, each entry in a shell of its own:
 * they find its request, and repair it.
 * @param release what was deployed
 * @throws Error with the command that fails, or does not print what it must
 */
export const proveRunbook = async (
  ministack: MiniStack,
  stage: DeployedStage,
  release: string,
): Promise<void> => {
  const id = await createdId(stage, '/pets', { name: 'Tom', categoryId: 1 }, z.bigint());
  const hook = { url: 'https://hooks.shop.example/pets', secret: newSecret() };
  const webhookId = await createdId(stage, '/webhooks', hook, z.string());
  await stage.client.send(
    new UpdateCommand({
      TableName: stage.tables.pets,
      Key: petKey(id),
      UpdateExpression: 'SET #name = :wrong',
      ExpressionAttributeNames: { '#name': 'name' },
      ExpressionAttributeValues: { ':wrong': 7 },
    }),
  );
  const see = () => send(stage, `/pets/${id}`);
  const failed = await see();
  assert.equal(failed.status, 500);
  const requestId = failed.headers.get('X-Request-Id') ?? '';
  const repaired: number[] = [];

  const type = async (shell: Shell, block: string): Promise<void> => {
    const typed = measure(block)
      .replace(/(?<=operator request )\S+/, requestId)
      .replace('--release release', `--release "${release}" <"${LINE}"`)
      .replaceAll('acct_…', stage.accountId)
      .replaceAll('whk_…', webhookId)
      .replaceAll(
        '"shard":{"N":"0"},"id":{"N":"2"}',
        JSON.stringify(marshall(petKey(id))).slice(1, -1),
      )
      .replace(
        'aws sqs receive-message',
        'aws sqs send-message --queue-url "$QUEUE" --message-body "given up"; $&',
      )
      // Nothing was released since.
      .replace(/^BEFORE=\S+/m, 'BEFORE=2999-01-01');
    if (typed.includes('record-missing')) ageCheck();
    const [repair = '', ...deletion] = typed.split(/(?=^aws dynamodb delete-item)/m);
    const printed = await shell.type(repair);
    for (const [command, expected] of EXPECTED) {
      if (command.test(typed)) assert.match(printed, expected, `${typed}\n${printed}`);
    }
    if (typed.includes(` ${requestId}`)) writeFileSync(LINE, printed);
    if (deletion.length > 0) {
      repaired.push((await see()).status);
      await shell.type(deletion.join(''));
      repaired.push((await see()).status);
    }
  };

  const unused = EXPECTED.filter(
    ([command]) => !chapters.flat().some((block) => command.test(block)),
  );
  assert.deepEqual(unused, [], 'The runbook has no such command any more');
  for (const blocks of chapters) {
    const shell = await open(ministack, stage);
    for (const block of blocks) await type(shell, block);
    shell.end();
  }
  assert.deepEqual(repaired, [200, 404]);
  process.stdout.write(`${chapters.flat().length} blocks of commands ... `);
};

/** Puts functions back to what was in service at a time, by the runbook's command. */
export const takeBack = async (
  ministack: MiniStack,
  stage: DeployedStage,
  before: Date,
): Promise<void> => {
  const shell = await open(ministack, stage);
  const [command = ''] = chapters.flat().filter((block) => block.includes('BEFORE='));
  await shell.type(command.replace(/^BEFORE=\S+/m, `BEFORE=${before.toISOString()}`));
  shell.end();
};
