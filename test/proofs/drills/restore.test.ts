import { join } from 'node:path';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openLocalStage } from '../../../infra/operator/local-stage.ts';
import type { OpenStage } from '../../../infra/operator/stage.ts';
import type { TableName } from '../../../lib/storage/tables.ts';
import { copyTable, emptyTable, itemsOf } from '../../support/copy-table.ts';
import { openEngine, type TestEngine } from '../../support/engine.ts';
import { type FaultyEngine, startFaultyEngine } from '../../support/faulty-engine.ts';
import { createAccount, HIGHEST, limitDemo } from '../../support/local-accounts.ts';
import { endLocalServers, type LocalServer, startLocalServer } from '../../support/local-server.ts';
import { operator, resultOf, startOperator } from '../../support/operator.ts';
import { startRecordingEngine } from '../../support/recording-engine.ts';
import {
  ask,
  expectSeen,
  expectWorks,
  type Filled,
  fill,
  goOn,
  type LastIds,
  type Seen,
  seeAll,
} from '../../support/restore-drill.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { until } from '../../support/until.ts';

const LOST = ['pets', 'orders', 'categories', 'idempotencyKeys'] as const;
const DATA = [...LOST, 'counters'] as const;
const PETS = 60;

let dataDir: string;
let engine: TestEngine;
let faulty: FaultyEngine;
let writtenBatches = 0;
let server: LocalServer;
let stage: OpenStage;
let filled: Filled;
let then: Seen;
let last: LastIds;

beforeAll(async () => {
  dataDir = join((await temporaryFolder()).path, 'data');
  engine = await openEngine();
  faulty = await startFaultyEngine(engine.endpoint, ({ action }) => {
    if (action === 'BatchWriteItem') writtenBatches += 1;
  });
  process.env['AWS_ENDPOINT_URL_DYNAMODB'] = engine.endpoint;
  server = await startLocalServer({ dataDir });
  await limitDemo(dataDir, HIGHEST);
  stage = await openLocalStage(dataDir, engine.endpoint);
  filled = await fill(server, PETS);
  then = await seeAll(server);
  await copy('restored', DATA);
  last = await goOn(server, filled);
});
afterAll(async () => {
  endLocalServers();
  faulty.close();
  await stage.close();
  await engine.close();
});

const copy = async (suffix: string, tables: readonly TableName[]): Promise<void> => {
  for (const name of tables) {
    await copyTable(stage.client, stage.table(name), `${stage.table(name)}-${suffix}`);
  }
};

const LOCAL = () => ['--stage', 'local', '--data-dir', dataDir];
const words = (suffix: string, ...others: readonly string[]) => [
  ...['restore', '--suffix', suffix, ...others],
  ...LOCAL(),
];
const restore = (suffix: string, ...others: readonly string[]) =>
  operator(words(suffix, ...others));
const through = ({ endpoint }: { readonly endpoint: string }) => ({
  ...process.env,
  AWS_ENDPOINT_URL_DYNAMODB: endpoint,
});

/** All stored data, except the last use of keys. */
const stored = async () =>
  Promise.all(
    [...DATA, 'accounts', 'messages'].map((name) =>
      itemsOf(stage.client, stage.table(name as TableName)),
    ),
  );

describe('a restore', () => {
  test('that would lose items names the tables, and how many', async () => {
    const before = await stored();
    const { status, output, problems } = await restore('restored');
    const counts =
      /^operator: \S*pets\S* has (\d+) items .*; \S*orders\S* has (\d+) items .*; \S*categories\S* has 2 items.*; \S*idempotencyKeys\S* has 1 items .*Nothing was changed. With --overwrite.*\n$/;
    // 11 are new, and 4 not as they were; 2 orders are new, and 2 were closed.
    expect(counts.exec(problems)?.slice(1)).toEqual(['15', '4']);
    expect([status, output]).toEqual([1, '']);

    const dry = await restore('restored', '--overwrite', '--dry-run');
    expect([dry.status, dry.problems]).toEqual([0, 'Nothing was changed.\n']);
    expect(dry.output).toMatch(/pets +1 +4 +11\n/);
    expect(await stored()).toEqual(before);
  });

  test('needs a suffix, and a table that there is', async () => {
    expect((await restore('')).status).toBe(2);
    expect((await restore('restored', '--only', 'pets')).status).toBe(2);
  });

  test('brings deleted data back as it was, though it is killed in the middle, and then throttled', async () => {
    for (const name of LOST)
      expect(await emptyTable(stage.client, stage.table(name))).toBeGreaterThan(0);
    expect((await seeAll(server)).pets).toEqual([]);

    // One batch is written, the others are not.
    let batches = 0;
    faulty.choose(({ action }) => {
      if (action !== 'BatchWriteItem') return 'none';
      batches += 1;
      return batches === 1 ? 'none' : 'hang';
    });
    const child = startOperator(words('restored'), through(faulty));
    const ended = resultOf(child);
    await until(() => writtenBatches > 0);
    child.kill('SIGKILL');
    expect((await ended).output).toBe('');
    const part = (await itemsOf(stage.client, stage.table('pets'))).length;
    expect(part).toBeLessThan(then.pets.length);

    let writes = 0;
    faulty.choose(({ action }) => {
      if (action !== 'BatchWriteItem') return 'none';
      writes += 1;
      return writes <= 60 ? 'overloaded' : 'none';
    });
    const { status, output, problems } = await operator(words('restored'), through(faulty));
    expect([status, problems]).toEqual([0, expect.stringMatching(/Restored\.\n$/)]);
    expect(output).toMatch(new RegExp(`pets +${then.pets.length - part} +0 +0\\n`));
    await expectSeen(server, then);
  });

  test('changes nothing when it runs again', async () => {
    const before = await stored();
    const { output } = await restore('restored', '--json');
    const none = { added: 0, replaced: 0, removed: 0 };
    expect(JSON.parse(output)).toMatchObject({ tables: DATA.map((table) => ({ table, ...none })) });
    expect(await stored()).toEqual(before);
  });

  test('leaves a service that works: keys replay, orders end with their pets, and no id is given twice', () =>
    expectWorks(server, filled, last));

  test('replaces with --overwrite what was written since', async () => {
    expect((await restore('restored', '--overwrite')).output).toMatch(/orders +0 +4 +1\n/);
    await expectSeen(server, then);
  });

  test('wants lost counters first, which are put back alone', async () => {
    await copy('latest', ['counters']);
    await emptyTable(stage.client, stage.table('counters'));
    expect((await restore('restored')).problems).toMatch(
      /^operator: \S+ has lost the counter of \w+ and of \w+, .*docs\/restoring\.md/,
    );
    expect((await restore('latest', '--only', 'counters')).status).toBe(0);
    expect((await restore('restored')).status).toBe(0);
    const counters = await itemsOf(stage.client, stage.table('counters'));
    for (const name of ['pets', 'orders'] as const) {
      const value = counters.find((item) => item['name'] === name)?.['value'];
      expect(value).toBeGreaterThan(last[name]);
    }
  });

  test('of keys alone warns, and has them work as they did then', async () => {
    const { apiKey, keyId } = await createAccount(dataDir, 'Shelter');
    await copy('keys', ['apiKeys']);
    expect((await operator(['key', 'revoke', keyId, ...LOCAL()])).status).toBe(0);
    const statusOf = async () => (await ask({ ...server, apiKey }, 'GET', '/pets')).status;
    expect((await restore('keys', '--only', 'apiKeys')).problems).toMatch(/ has 1 items /);
    expect(await statusOf()).toBe(401);
    const { problems } = await restore('keys', '--only', 'apiKeys', '--overwrite');
    expect(problems).toMatch(/^Keys that were revoked after/);
    expect(await statusOf()).toBe(200);
  });
});

test('the command asks storage for what docs/operators.md lists, and for nothing else', async () => {
  await emptyTable(stage.client, stage.table('pets'));
  const counters = stage.table('counters');
  const orders = `${stage.table('orders')}-restored`;
  const { accountId, id } = (await itemsOf(stage.client, orders))[0] ?? {};
  for (const [TableName, Key, name, value] of [
    [counters, { name: 'pets' }, 'value', 0n],
    // An open order whose pet has to be looked at.
    [orders, { accountId, id }, 'status', 'placed'],
  ] as const) {
    await stage.client.send(
      new UpdateCommand({
        ...{ TableName, Key, UpdateExpression: 'SET #name = :value' },
        ExpressionAttributeNames: { '#name': name },
        ExpressionAttributeValues: { ':value': value },
      }),
    );
  }
  const recording = await startRecordingEngine(engine.endpoint);
  expect((await operator(words('restored', '--overwrite'), through(recording))).status).toBe(0);
  recording.close();

  const of = (table: string) =>
    table.endsWith('-restored') ? 'restored' : table === counters ? 'counters' : 'data';
  const asked = recording.asked.map((line) => line.split(' '));
  const actions = asked.map(([action]) => action);
  expect(actions.indexOf('UpdateItem')).toBeGreaterThan(actions.lastIndexOf('BatchWriteItem'));
  expect(
    [...new Set(asked.map(([action, table = '']) => `${action} ${of(table)}`))].sort(),
  ).toEqual([
    'BatchWriteItem data',
    'DescribeTable restored',
    'Scan counters',
    'Scan data',
    'Scan restored',
    'UpdateItem counters',
  ]);
});
