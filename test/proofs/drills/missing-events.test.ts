import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildCreatePet } from '../../../functions/create-pet/store.ts';
import { openLocalStage } from '../../../infra/operator/local-stage.ts';
import type { TableName } from '../../../lib/storage/tables.ts';
import { call } from '../../support/client.ts';
import { endLocalServers, startLocalServer } from '../../support/local-server.ts';
import { operator } from '../../support/operator.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { until } from '../../support/until.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(async () => {
  endLocalServers();
  await folder.remove();
});

test('operators find what the log does not have, and record it a day later', async () => {
  const dataDir = join(folder.path, 'data');
  const events = (...args: readonly string[]) =>
    operator(['events', ...args, '--stage', 'local', '--data-dir', dataDir]);

  const server = await startLocalServer({ dataDir });
  await call('/pets', { method: 'POST', body: { name: 'Rex', categoryId: 7n } }, server);
  await until(async () => Object(await call('/events', {}, server)).body.length === 1);
  expect(await events('check')).toEqual({
    status: 0,
    output: 'LOG  ID  NEWEST EVENT  MISSING\n',
    problems: 'The logs tell what is stored.\n',
  });
  await server.stop();

  // Nobody records what is stored while the server does not run.
  const stage = await openLocalStage(dataDir, process.env['AWS_ENDPOINT_URL_DYNAMODB']);
  const tables = Object.fromEntries(
    (['pets', 'counters', 'idempotencyKeys'] as const).map((name) => [name, stage.table(name)]),
  ) as Record<TableName, string>;
  const lost = { name: 'Tom', categoryId: 7n, status: 'available', accountId: 'acct_1' } as const;
  const { item } = await buildCreatePet(stage.client, tables)(lost);
  await stage.close();

  const { status, output, problems } = await events('check', '--json');
  expect([status, problems]).toEqual([
    1,
    'operator: 1 items are not as their log tells: RUNBOOK.md, “Recording stopped”.\n',
  ]);
  const found = JSON.parse(output);
  expect(found.differences).toEqual([
    {
      log: 'pets',
      id: String(item.id),
      position: '0',
      stored: item.revision,
      missing: ['pet.created'],
    },
  ]);

  const file = join(folder.path, 'found.json');
  await writeFile(file, output);
  const early = await events('record-missing', '--found', file);
  expect([early.status, early.output]).toEqual([1, '']);
  expect(early.problems).toMatch(/^operator: Until .*Z the stream may still bring .*\n$/);

  const yesterday = new Date(Date.parse(found.checkedAt) - 24 * 60 * 60 * 1000).toISOString();
  await writeFile(file, JSON.stringify({ ...found, checkedAt: yesterday }));
  expect(await events('record-missing', '--found', file)).toEqual({
    status: 0,
    output: `LOG   ID  NEWEST EVENT  MISSING\npets  ${item.id}   -             pet.created\n`,
    problems: 'Recorded what was missing of 1 items.\n',
  });
  expect((await events('record-missing', '--found', file)).problems).toBe(
    'Recorded what was missing of 0 items.\n1 items have changed since, or no event can tell them.\n',
  );
  expect((await events('check')).status).toBe(0);

  await writeFile(file, '{}');
  expect(await events('record-missing', '--found', file)).toMatchObject({
    status: 2,
    problems: 'operator: --found is a file with what events check --json printed.\n',
  });
}, 120_000);
