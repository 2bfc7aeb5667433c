import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { localClient } from '../../../infra/local/engine/open-engine.ts';
import { joinEngine } from '../../../infra/local/engine/shared-engine.ts';
import { localTableName } from '../../../infra/local/engine/tables.ts';
import { expectError, type Service, send } from '../../support/client.ts';
import { floodUntilLimited } from '../../support/flood.ts';
import { createAccount, issueTo, readAccount } from '../../support/local-accounts.ts';
import { endLocalServers, type LocalServer, startLocalServer } from '../../support/local-server.ts';
import { type CommandResult, operator } from '../../support/operator.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let dataDir: string;
let server: LocalServer;
let slow: ReturnType<typeof sendHalf>;

const local = (...args: string[]): Promise<CommandResult> =>
  operator([...args, '--stage', 'local', '--data-dir', dataDir]);

/** Sends half of the headers, and waits for the end of the connection while the tests run. */
const sendHalf = async (): Promise<{ readonly answer: string; readonly ms: number }> => {
  const startedAt = performance.now();
  const socket = connect(Number(new URL(server.baseUrl).port), '127.0.0.1');
  socket.write('GET /v1/pets HTTP/1.1\r\nHost: localhost\r\n');
  return { answer: await text(socket), ms: performance.now() - startedAt };
};

/** A new account, with a key. */
interface Client extends Service {
  readonly accountId: string;
}

const createClient = async (name: string): Promise<Client> => ({
  ...(await createAccount(dataDir, name)),
  baseUrl: server.baseUrl,
});

const limit = (client: Client, ...limit: string[]): Promise<CommandResult> =>
  local('account', 'limit', client.accountId, ...limit);

/** Repeats after 503, as clients do: a busy machine is slow, and this tests limits. */
const statusOf = async (client: Service): Promise<number> => {
  const { status } = await send(client, '/pets');
  return status === 503 ? statusOf(client) : status;
};

const statuses = (client: Service, count: number): Promise<number[]> =>
  Promise.all(Array.from({ length: count }, () => statusOf(client)));

beforeAll(async () => {
  folder = await temporaryFolder();
  dataDir = join(folder.path, 'data');
  server = await startLocalServer({ dataDir });
  slow = sendHalf();
});
afterAll(async () => {
  endLocalServers();
  await folder.remove();
});

describe('an account’s flood', () => {
  test('is answered 429 with Retry-After, while every request of another succeeds', async () => {
    const [flooding, other] = [await createClient('Flooding'), await createClient('Other')];
    await limit(flooding, '--rate', '1', '--burst', '5');
    const limited = await floodUntilLimited(flooding);
    expect(limited.length).toBeGreaterThan(0);
    for (const answer of limited) expectError(answer, 'rate_limited');

    const flood = statuses(flooding, 400);
    const meanwhile = await statuses(other, 100);
    expect(meanwhile).toEqual(Array(100).fill(200));
    expect(await flood).toContain(429);
  });

  test('leaves its own read-only key no more: keys of an account are counted together', async () => {
    const flooding = await createClient('Two keys');
    const second = { ...flooding, ...(await issueTo(dataDir, flooding.accountId, 'read')) };
    await limit(flooding, '--rate', '1', '--burst', '50');
    const answers = await Promise.all([statuses(flooding, 40), statuses(second, 40)]);
    expect(answers.flat()).toContain(429);
  });

  test('is counted over both addresses together', async () => {
    const flooding = await createClient('Both addresses');
    await limit(flooding, '--rate', '1', '--burst', '50');
    const atQuickstart = { ...flooding, baseUrl: server.quickstartUrl };
    const answers = await Promise.all([statuses(flooding, 40), statuses(atQuickstart, 40)]);
    expect(answers.flat()).toContain(429);
  });
});

describe('a limit that an operator sets', () => {
  test('holds on a running server until it is taken back, and is on the list', async () => {
    const client = await createClient('Limited');
    expect(await statuses(client, 40)).toEqual(Array(40).fill(200));

    const { output, problems, status } = await limit(client, '--rate', '1', '--burst', '2');
    expect(status).toBe(0);
    expect(problems).toContain('is 1 a second, 2 at once now.');
    expect(output).toContain('1 a second, 2 at once');
    expect((await floodUntilLimited(client)).length).toBeGreaterThan(0);
    for (const command of [['list'], ['show', client.accountId]]) {
      const shown = (await local('account', ...command)).output.split('\n');
      const line = shown.find((text) => text.startsWith(client.accountId));
      expect(line).toContain('1 a second, 2 at once');
    }

    expect((await limit(client, '--default')).output).toContain('the stage’s');
    let taken: number[] = [];
    const deadline = Date.now() + 20_000;
    do {
      // At the stage's rate it may send 50 in that time; without a pause it would use up what it
      // gains.
      await setTimeout(500);
      taken = await statuses(client, 40);
    } while (taken.includes(429) && Date.now() < deadline);
    expect(taken).toEqual(Array(40).fill(200));
  });

  test.each([
    [['--rate', '5']],
    [['--rate', '5', '--burst', '5', '--default']],
    [['--rate', '0', '--burst', '5']],
    [['--rate', '501', '--burst', '5']],
    [[]],
  ])('is refused, and nothing is changed, if it is %j', async (words) => {
    const client = await createClient('Unlimited');
    const { output, problems, status } = await limit(client, ...words);
    expect(status).toBe(2);
    expect(output).toBe('');
    expect(problems).not.toBe('');
    const account = await readAccount(dataDir, client.accountId);
    expect(account).toMatchObject({ name: 'Unlimited' });
    expect(account).not.toHaveProperty('limitedAt');
  });
});

test('a key whose account API Gateway does not know is not called invalid: it is ours to fix', async () => {
  const client = await createClient('Unknown');
  // Here its record replaces its API key of API Gateway.
  const engine = await joinEngine(dataDir);
  const storage = localClient(engine);
  const TableName = localTableName('accounts');
  const { accountId } = client;
  await storage.send(new DeleteCommand({ TableName, Key: { accountId } }));
  storage.destroy();
  expectError(await send(client, '/pets'), 'unavailable');
});

test('a client that takes its time with its headers gets 408 after 10 seconds, or 11', async () => {
  const { answer, ms } = await slow;
  expect(answer).toMatch(/^HTTP\/1\.1 408 .*Connection: close.*Request Timeout$/s);
  expect(ms).toBeGreaterThan(9000);
});
