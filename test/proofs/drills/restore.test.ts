import { join } from 'node:path';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openLocalStage } from '../../../infra/operator/local-stage.ts';
import type { OpenStage } from '../../../infra/operator/stage.ts';
import type { TableName } from '../../../lib/storage/tables.ts';
import { copyTable, emptyTable, itemsOf } from '../../support/copy-table.ts';
import { openEngine, type TestEngine } from '../../support/engine.ts';
import { type FaultyEngine, startFaultyEngine } from '../../support/faulty-engine.ts';
import { createAccount, HIGHEST, issueTo, limitDemo } from '../../support/local-accounts.ts';
import { endLocalServers, type LocalServer, startLocalServer } from '../../support/local-server.ts';
import { type CommandResult, operator, resultOf, startOperator } from '../../support/operator.ts';
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

const DATA = ['pets', 'orders', 'categories', 'idempotencyKeys', 'counters'] as const;
const LOST = ['pets', 'orders', 'categories', 'idempotencyKeys'] as const;
const PETS = 60;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let engine: TestEngine;
let faulty: FaultyEngine;
let writtenBatches = 0;
let server: LocalServer;
let stage: OpenStage;
let filled: Filled;
let then: Seen;
let last: LastIds;

beforeAll(async () => {
  folder = await temporaryFolder();
  engine = await openEngine();
  faulty = await startFaultyEngine(engine.endpoint, ({ action }) => {
    if (action === 'BatchWriteItem') writtenBatches += 1;
  });
  process.env['AWS_ENDPOINT_URL_DYNAMODB'] = engine.endpoint;
  server = await startLocalServer({ dataDir: dataDir() });
  await limitDemo(dataDir(), HIGHEST);
  stage = await openLocalStage(dataDir(), engine.endpoint);
  filled = await fill(server, PETS);
  then = await seeAll(server);
  await copy('restored');
  last = await goOn(server, filled);
});
afterAll(async () => {
  endLocalServers();
  faulty.close();
  await stage.close();
  await engine.close();
  await folder.remove();
});

const dataDir = () => join(folder.path, 'data');

const copy = async (suffix: string, tables: readonly TableName[] = DATA): Promise<void> => {
  for (const name of tables) {
    await copyTable(stage.client, stage.table(name), `${stage.table(name)}-${suffix}`);
  }
};

const words = (suffix: string, ...others: readonly string[]) => [
  ...['restore', '--suffix', suffix, ...others],
  ...['--stage', 'local', '--data-dir', dataDir()],
];

const restore = (suffix: string, ...others: readonly string[]): Promise<CommandResult> =>
  operator(words(suffix, ...others));

const throughFaulty = () => ({
  ...process.env,
  AWS_ENDPOINT_URL_DYNAMODB: faulty.endpoint,
});

/** All stored data, except the last use of keys. */
const stored = async () =>
  Promise.all(
    [...DATA, 'accounts', 'messages'].map((name) =>
      itemsOf(stage.client, stage.table(name as TableName)),
    ),
  );

const change = async (
  table: string,
  Key: Record<string, unknown>,
  name: string,
  value: unknown,
): Promise<void> => {
  await stage.client.send(
    new UpdateCommand({
      TableName: table,
      Key,
      UpdateExpression: 'SET #name = :value',
      ExpressionAttributeNames: { '#name': name },
      ExpressionAttributeValues: { ':value': value },
    }),
  );
};

const setCounter = (table: string, name: string, value: bigint) =>
  change(table, { name }, 'value', value);

describe('a restore that cannot be right', () => {
  const expectRefused = async (pattern: RegExp, ...args: Parameters<typeof restore>) => {
    const before = await stored();
    const { status, output, problems } = await restore(...args);
    expect(problems).toMatch(pattern);
    expect(problems.trimEnd().split('\n')).toHaveLength(1);
    expect([status, output]).toEqual([1, '']);
    expect(await stored()).toEqual(before);
  };

  test('names the tables that are missing', () =>
    expectRefused(
      /^operator: (\S+-nowhere does not exist(; |\. )){5}Restore these tables/,
      'nowhere',
    ));

  test('names the tables that have other items, and how many', async () => {
    const counts =
      /^operator: \S*pets\S* has (\d+) items .*; \S*orders\S* has (\d+) items .*; \S*categories\S* has 2 items.*; \S*idempotencyKeys\S* has 1 items .*Nothing was changed. With --overwrite/;
    await expectRefused(counts, 'restored');
    const { problems } = await restore('restored');
    // 11 are new, and 4 not as they were; 2 orders are new, and 2 were closed.
    expect(counts.exec(problems)?.slice(1)).toEqual(['15', '4']);
  });

  test('does not take a table with other keys', async () => {
    await copy('swapped', ['orders', 'categories', 'idempotencyKeys', 'counters']);
    await copyTable(stage.client, stage.table('accounts'), `${stage.table('pets')}-swapped`);
    await expectRefused(/-swapped has another key \(accountId\)\. /, 'swapped', '--overwrite');
  });

  test('changes nothing in a dry run', async () => {
    const before = await stored();
    const { status, output, problems } = await restore('restored', '--overwrite', '--dry-run');
    expect([status, problems]).toEqual([0, 'Nothing was changed.\n']);
    expect(output).toMatch(/pets +1 +4 +11\n/);
    expect(await stored()).toEqual(before);
  });

  test('needs a suffix, and a table that there is', async () => {
    expect((await restore('')).status).toBe(2);
    expect((await restore('restored', '--only', 'pets')).status).toBe(2);
  });
});

describe('data that was deleted', () => {
  test('comes back as it was, though the command is killed in the middle', async () => {
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
    const child = startOperator(words('restored'), throughFaulty());
    const ended = resultOf(child);
    const pets = () => itemsOf(stage.client, stage.table('pets'));
    await until(() => writtenBatches > 0);
    child.kill('SIGKILL');
    expect((await ended).output).toBe('');
    await faulty.fail('none');
    const part = (await pets()).length;
    expect(part).toBeLessThan(then.pets.length);

    const { status, output, problems } = await restore('restored');
    expect([status, problems]).toEqual([0, expect.stringMatching(/Restored\.\n$/)]);
    expect(output).toMatch(new RegExp(`pets +${then.pets.length - part} +0 +0\\n`));
    await expectSeen(server, then);
  });

  test('is not touched again by another run', async () => {
    const before = await stored();
    const { status, output } = await restore('restored', '--json');
    expect(status).toBe(0);
    const none = { added: 0, replaced: 0, removed: 0 };
    expect(JSON.parse(output)).toMatchObject({ tables: DATA.map((table) => ({ table, ...none })) });
    expect(await stored()).toEqual(before);
  });

  test('is served: keys replay, orders end with their pets, and no id is given twice', () =>
    expectWorks(server, filled, last));

  test('comes back over what was written since', async () => {
    const { status, output } = await restore('restored', '--overwrite');
    expect(status).toBe(0);
    expect(output).toMatch(/orders +0 +4 +1\n/);
    await expectSeen(server, then);
  });

  test('comes back through an engine that throttles', async () => {
    for (const name of LOST) await emptyTable(stage.client, stage.table(name));
    let writes = 0;
    faulty.choose(({ action }) => {
      if (action !== 'BatchWriteItem') return 'none';
      writes += 1;
      return writes <= 60 ? 'overloaded' : 'none';
    });
    const { status, problems } = await operator(words('restored'), throughFaulty());
    expect([status, problems]).toEqual([0, expect.stringMatching(/Restored\.\n$/)]);
    await expectSeen(server, then);
  });
});

describe('counters', () => {
  test('that the stage has lost are wanted first, and are put back alone', async () => {
    await copy('latest', ['counters']);
    await emptyTable(stage.client, stage.table('counters'));
    const refused = await restore('restored');
    expect([refused.status, refused.problems]).toEqual([
      1,
      expect.stringMatching(
        /^operator: \S+ has lost the counter of \w+ and of \w+, .*docs\/restoring\.md/,
      ),
    ]);
    const alone = await restore('latest', '--only', 'counters');
    expect(alone.status).toBe(0);
    expect((await restore('restored')).status).toBe(0);
    const [pets, orders] = ['pets', 'orders'].map((name) =>
      itemsOf(stage.client, stage.table('counters')).then(
        (items) => items.find((item) => item['name'] === name)?.['value'],
      ),
    );
    expect(await pets).toBeGreaterThan(last.pets);
    expect(await orders).toBeGreaterThan(last.orders);
  });

  test('are raised to those that were restored and to the highest id, and never lowered', async () => {
    const table = stage.table('counters');
    const valuesOf = async (name: string) =>
      new Map((await itemsOf(stage.client, name)).map((item) => [item['name'], item['value']]));
    await setCounter(table, 'pets', 1n);
    await setCounter(table, 'orders', 1000n);
    const restored = (await valuesOf(`${table}-restored`)).get('pets');
    expect((await restore('restored')).status).toBe(0);
    expect(await valuesOf(table)).toEqual(
      new Map([
        ['pets', restored],
        ['orders', 1000n],
      ]),
    );

    for (const name of [table, `${table}-restored`]) await setCounter(name, 'pets', 1n);
    expect((await restore('restored')).status).toBe(0);
    const ids = (await itemsOf(stage.client, stage.table('pets'))).map(({ id }) => Number(id));
    expect((await valuesOf(table)).get('pets')).toBe(BigInt(Math.max(...ids)));
  });
});

describe('keys', () => {
  test('are restored alone, with a warning, and work as they did then', async () => {
    const { accountId } = await createAccount(dataDir(), 'Shelter');
    const { apiKey, keyId } = await issueTo(dataDir(), accountId);
    await copy('keys', ['apiKeys']);
    const local = ['--stage', 'local', '--data-dir', dataDir()];
    expect((await operator(['key', 'revoke', keyId, ...local])).status).toBe(0);
    const statusOf = async () => (await ask({ ...server, apiKey }, 'GET', '/pets')).status;
    expect(await statusOf()).toBe(401);
    const refused = await restore('keys', '--only', 'apiKeys');
    expect([refused.status, refused.problems]).toEqual([1, expect.stringMatching(/ has 1 items /)]);
    expect(await statusOf()).toBe(401);
    const { status, problems } = await restore('keys', '--only', 'apiKeys', '--overwrite');
    expect([status, problems]).toEqual([0, expect.stringMatching(/^Keys that were revoked after/)]);
    expect(await statusOf()).toBe(200);
  });
});

test('the command asks storage for what docs/operators.md lists, and for nothing else', async () => {
  await emptyTable(stage.client, stage.table('pets'));
  const orders = `${stage.table('orders')}-restored`;
  const { accountId, id } = (await itemsOf(stage.client, orders))[0] ?? {};
  await setCounter(stage.table('counters'), 'pets', 0n);
  // An open order whose pet has to be looked at.
  await change(orders, { accountId, id }, 'status', 'placed');
  const recording = await startRecordingEngine(engine.endpoint);
  const env = { ...process.env, AWS_ENDPOINT_URL_DYNAMODB: recording.endpoint };
  expect((await operator(words('restored', '--overwrite'), env)).status).toBe(0);
  recording.close();

  const counters = stage.table('counters');
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
