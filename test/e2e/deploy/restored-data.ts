import assert from 'node:assert/strict';
import { emptyTable } from '../../support/copy-table.ts';
import { codeBlocks } from '../../support/page-calls.ts';
import { expectSeen, expectWorks, fill, goOn, seeAll } from '../../support/restore-drill.ts';
import type { DeployedStage } from './deployed-stage.ts';
import type { MiniStack } from './ministack.ts';
import { openShell } from './shell.ts';

const PAGE = 'docs/restoring.md';

/** The drill needs no more pets, and MiniStack starts a process for each request. */
const PETS = 12;

/**
 * Deletes the data of production, and restores it with the commands of docs/restoring.md.
 * @throws Error with the difference, or with the command that failed
 */
export const proveRestore = async (ministack: MiniStack, stage: DeployedStage): Promise<void> => {
  const [
    names,
    stop,
    _check,
    time,
    restore,
    wait,
    dryRun,
    copy,
    open,
    look,
    cleanUp,
    ,
    lostCounters,
  ] = codeBlocks(PAGE, {
    baseUrl: '$BASE_URL',
    quickstartUrl: '',
  }).map(({ text }) => text);
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
  shell.end();
};
