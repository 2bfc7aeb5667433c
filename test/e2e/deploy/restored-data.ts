import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { emptyTable, itemsOf } from '../../support/copy-table.ts';
import { codeBlocks } from '../../support/page-calls.ts';
import { ask, expectSeen, expectWorks, fill, goOn, seeAll } from '../../support/restore-drill.ts';
import { newSecret } from '../../support/stored-webhooks.ts';
import { until } from '../../support/until.ts';
import type { DeployedStage } from './deployed-stage.ts';
import type { MiniStack } from './ministack.ts';
import { openShell } from './shell.ts';

const PAGE = 'docs/restoring.md';

/** The drill needs no more pets, and MiniStack starts a process for each request. */
const PETS = 12;

/** Waits until nothing is recorded for two seconds. */
const untilRecorded = async ({ client, tables }: DeployedStage): Promise<void> => {
  let before = -1;
  await until(async () => {
    const { length } = await itemsOf(client, tables.events);
    if (length === before) return true;
    before = length;
    return setTimeout(2000, false);
  });
};

type Type = (...blocks: readonly (string | undefined)[]) => Promise<string>;

/** Restores the logs of events, of which one was lost, and a webhook that was lost with its secret. */
const proveAlone = async (
  stage: DeployedStage,
  commands: Readonly<Record<'events' | 'restore' | 'webhooks', string | undefined>>,
  type: Type,
): Promise<void> => {
  const typeAlone = async (block: string | undefined, lose: () => Promise<unknown>) => {
    const [tables, command] = block?.split('\n') ?? [];
    await untilRecorded(stage);
    await type(tables, commands.restore);
    await lose();
    return type(command);
  };
  const first = { log: 'pets', position: 1n };
  const TableName = stage.tables.events;
  const lost = await typeAlone(commands.events, () =>
    stage.client.send(new DeleteCommand({ TableName, Key: first })),
  );
  assert.match(lost, /events +1 +0 +0\n/);

  const hook = { url: 'https://hooks.shop.example/pets', secret: newSecret() };
  const { status, headers } = await ask(stage, 'POST', '/webhooks', hook);
  assert.equal(status, 201);
  const both = await typeAlone(commands.webhooks, async () => {
    await emptyTable(stage.client, stage.tables.webhooks);
    await emptyTable(stage.client, stage.tables.webhookSecrets);
  });
  assert.match(both, /webhooks +2 +0 +0\nwebhookSecrets +1 +0 +0\n/);
  const path = String(headers.get('Location')).replace(/^.*(?=\/webhooks)/, '');
  assert.equal((await ask(stage, 'DELETE', path)).status, 204);
};

/**
 * Deletes the data of production, and restores it with the commands of docs/restoring.md.
 * @throws Error with the difference, or with the command that failed
 */
export const proveRestore = async (ministack: MiniStack, stage: DeployedStage): Promise<void> => {
  const [
    names,
    stop,
    _status,
    time,
    restore,
    wait,
    dryRun,
    copy,
    open,
    look,
    cleanUp,
    _check,
    lostCounters,
    events,
    webhooks,
    _deployments,
    protect,
  ] = codeBlocks(PAGE).map(({ text }) => text);
  const shell = openShell({
    ...ministack.environment,
    BASE_URL: stage.baseUrl,
    API_KEY: stage.apiKey,
    // MiniStack ignores the requested time and restores the current data, so the restore comes
    // before the loss.
    AT: '2026-11-22T03:10:00Z',
  });
  const type = async (...blocks: readonly (string | undefined)[]): Promise<string> => {
    const text = blocks
      .join('\n')
      .replaceAll('npm run -s operator --', `"${process.execPath}" infra/operator/main.ts --yes`)
      // Its findings on MiniStack are checked in a separate step.
      .replaceAll(/^npm run verify .*$/gm, '')
      .replaceAll(/^sleep 75$/gm, '')
      // MiniStack has the APIs at another address.
      .replaceAll(/^BASE_URL=.*$/gm, '');
    return shell.type(text);
  };

  const filled = await fill(stage, PETS);
  const then = await seeAll(stage);
  assert.match(await type(names, time, restore, wait), /(?:^\w+ ACTIVE\n){5}$/m);
  const last = await goOn(stage, filled);
  const lost = ['pets', 'orders', 'categories', 'idempotencyKeys'] as const;
  for (const name of lost) await emptyTable(stage.client, stage.tables[name]);

  // MiniStack applies this to a function but not to its versions, which answer requests. So the
  // test only checks the setting.
  const atOnce = 'aws lambda get-function-concurrency --function-name "$AUTHORIZER" --output text';
  await type(stop);
  assert.equal(await type(atOnce), '0\n', 'The authorizer is not stopped');
  await type(dryRun);
  assert.match(await type(copy), /pets +\d+ +0 +0\n[\s\S]*Restored\.\n/);
  await type(open);
  assert.notEqual(await type(atOnce), '0\n', 'The authorizer is still stopped');
  assert.match(await type(look), /^\[\{"id":/);
  await expectSeen(stage, then);
  await expectWorks(stage, filled, last);
  await type(cleanUp);
  assert.match(await type(lostCounters), /counters +\d+ +\d+ +0\n/);
  await proveAlone(stage, { restore, events, webhooks }, type);
  await type(protect);
  shell.end();
};
