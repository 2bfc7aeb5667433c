import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, describe, expect, test } from '@jest/globals';
import { keyState } from '../../../lib/accounts/key-record.ts';
import { petKey } from '../../../lib/pets/pet-key.ts';
import { buildBackfillStates } from '../../../lib/storage/backfill-state.ts';
import { call } from '../../support/client.ts';
import { openEngine } from '../../support/engine.ts';
import { startFaultyEngine } from '../../support/faulty-engine.ts';
import { createAccount, issueTo, onLocalStage } from '../../support/local-accounts.ts';
import { endLocalServers, startLocalServer } from '../../support/local-server.ts';
import { operator, resultOf, startOperator } from '../../support/operator.ts';
import { ROOT } from '../../support/project.ts';
import { newSecret } from '../../support/stored-webhooks.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { openTestStage } from '../../support/test-stage.ts';
import { until } from '../../support/until.ts';

const SECRET = /^pet_test_[0-9A-Za-z]{36}\n$/;
const ACCOUNT = 'acct_0000000000000000';
const KEY = 'key_0000000000000000';

const folder = temporaryFolder();
const dataDir = join(folder, 'data');
let server = await startLocalServer({ dataDir });
afterAll(endLocalServers);
const { accountId } = await createAccount(dataDir, 'Shelter');

const onLocal = (args: readonly string[], of = dataDir) => [
  ...args,
  ...['--stage', 'local', '--data-dir', of],
];
const local = (...args: string[]) => operator(onLocal(args));
const localJson = async (...args: string[]) => JSON.parse((await local(...args, '--json')).output);
const issue = (name: string, of = accountId) => ['key', 'issue', '--account', of, '--name', name];

const statusFor = async (apiKey: string): Promise<number> =>
  (await call('/pets', { key: apiKey }, server)).status;

test('a new key is alone on standard output, works, and is listed without its secret', async () => {
  const { output, problems, status } = await local(...issue('web shop'), '--expires', '90d');
  expect(status).toBe(0);
  expect(output).toMatch(SECRET);
  expect(problems).toMatch(/Issued key_\w{16} \(web shop\).*full access, expires at/);
  expect(await statusFor(output.trim())).toBe(200);
  const listed = await localJson('key', 'list', '--account', accountId);
  expect(listed).toContainEqual(
    expect.objectContaining({
      ...{ accountId, name: 'web shop', scope: 'full', state: 'active' },
      lastFour: output.trim().slice(-4),
      lastUsedAt: expect.stringMatching(/:00:00\.000Z$/),
      createdBy: expect.stringMatching(/./),
    }),
  );
  const shown = `${problems}${(await local('key', 'list')).output}${JSON.stringify(listed)}`;
  expect(shown).not.toContain(output.trim().slice(9, -4));
});

test('a key that was revoked is refused, listed, and named with the webhooks that it set', async () => {
  const { apiKey, keyId } = await issueTo(dataDir, accountId);
  const body = { url: 'https://hooks.shop.example/', secret: newSecret() };
  const answer = await call('/webhooks', { key: apiKey, method: 'POST', body }, server);
  const { id } = Object(answer.body);
  const { problems } = await local('key', 'revoke', keyId);
  expect(problems).toContain(`It last set url and secret of the webhook ${id} to ${body.url}: `);
  expect(problems).toMatch(/again with --disable-webhooks: until .*Z/);
  expect((await local('key', 'list')).output).toMatch(new RegExp(`${keyId}.*revoked`));
  const again = await localJson('key', 'revoke', keyId);
  expect(Date.parse(again.refusedBy)).toBe(Date.parse(again.revokedAt) + 60_000);
  expect(again.webhooks).toMatchObject([{ accountId, id, set: ['url', 'secret'] }]);
});

test('a key that was rolled is refused when its overlap is over, and its successor works', async () => {
  const { apiKey, keyId } = await issueTo(dataDir, accountId);
  const { output, problems } = await local('key', 'roll', keyId, '--overlap', '0h');
  expect(output).toMatch(SECRET);
  expect(problems).toMatch(/ends at .* refused by/);
  expect(await statusFor(output.trim())).toBe(200);
  expect(await statusFor(apiKey)).toBe(401);
});

describe('a command that cannot be carried out', () => {
  const AWS = { ...process.env, HOME: '/nonexistent', AWS_EC2_METADATA_DISABLED: 'true' };

  test.each<[status: number, problem: RegExp, args: readonly string[], env?: NodeJS.ProcessEnv]>([
    [
      1,
      /no local service in .*none: run npm start/,
      onLocal(['key', 'list'], join(folder, 'none')),
    ],
    [2, /\S/, ['frobnicate']],
    [
      1,
      /There is no AWS region.*set AWS_REGION/,
      ['key', 'list', '--stage', 'staging'],
      { ...AWS, AWS_REGION: '' },
    ],
  ])('ends with %d and %s: %j', async (expected, problem, args, env = process.env) => {
    const { output, problems, status } = await operator(args, env);
    expect([status, output]).toEqual([expected, '']);
    expect(problems).toMatch(problem);
    if (expected === 1) expect(problems).toMatch(/^operator: .*\n$/);
  });

  test('never repeats a key that stands in it', async () => {
    const { output, problems, status } = await local('key', 'list', `--${server.apiKey}`);
    expect(status).toBe(2);
    expect(`${output}${problems}`).not.toContain(server.apiKey.slice(9, -4));
    expect(problems).toMatch(/looks like an API key/);
  });
});

test('a command that is killed after its write has shown no key, and leaves it listed', async () => {
  const engine = await openEngine();
  const faulty = await startFaultyEngine(engine.endpoint);
  const other = temporaryFolder();
  // It shows that a server was started there.
  await writeFile(join(other, 'api-key'), '');
  const stage = openTestStage(engine);
  const { accountId: owner } = await stage.accounts.create('Shelter', 'tester');

  faulty.choose(({ action }) => (action === 'TransactWriteItems' ? 'lost-hang' : 'none'));
  const child = startOperator(onLocal(issue('cut off', owner), other), {
    ...process.env,
    AWS_ENDPOINT_URL_DYNAMODB: faulty.endpoint,
  });
  const ended = resultOf(child);
  await until(async () => (await stage.keys.list()).length > 0);
  child.kill('SIGKILL');
  expect((await ended).output).toBe('');
  const [key, ...others] = await stage.keys.list();
  expect([key?.name, key && keyState(key, new Date()), others]).toEqual(['cut off', 'active', []]);
  faulty.close();
  await engine.close();
});

test('a backfill that ran is listed', async () => {
  await onLocalStage(dataDir, ({ client, table }) => {
    const { markDone } = buildBackfillStates(client, { backfills: table('backfills') });
    return markDone({ name: 'early', table: 'pets' });
  });
  expect(await localJson('backfill', 'list')).toMatchObject([{ name: 'early', status: 'done' }]);
});

describe('standard output', () => {
  /** Runs a command whose reader has seen enough. */
  const unread = async (args: readonly string[]) => {
    const child = startOperator(args);
    child.stdout.destroy();
    const [problems, [status]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    return { problems, status };
  };

  test('that breaks before the key is reported, with how to remove it', async () => {
    const { problems, status } = await unread(onLocal(issue('unseen')));
    expect(status).toBe(1);
    expect(problems).toMatch(/Nobody has seen the key: roll key_\w{16} with --overlap 0h/);
  });

  test('whose reader has seen enough is not an error', async () => {
    for (const args of [['--help'], onLocal(['key', 'list', '--json'])]) {
      expect(await unread(args)).toEqual({ problems: '', status: 0 });
    }
  });
});

describe('in a terminal that stays open', () => {
  const PROMPT = 'in production? Type yes to go on: ';
  /** No credentials: a command that goes on ends at AWS, before it changes anything. */
  const env = {
    PATH: process.env['PATH'],
    HOME: '/nonexistent',
    AWS_REGION: 'us-east-1',
    AWS_EC2_METADATA_DISABLED: 'true',
  };
  const typed = (args: string): string =>
    `${process.execPath} infra/operator/main.ts ${args} --stage production`;

  /** The package has binaries for glibc, macOS and Windows. */
  const loadPty = () =>
    import('@lydell/node-pty').catch((cause: unknown) => {
      const problem = '@lydell/node-pty does not support this platform';
      throw new Error(`${problem}: run this test where there is one, such as Linux with glibc.`, {
        cause,
      });
    });

  /**
   * Types an answer to the question of a shell command, like a person: standard input never ends, and keys such as Ctrl-C
   * arrive as signals. The process has 20 seconds.
   */
  const answer = async (type: string, command: string) => {
    const { spawn } = await loadPty();
    const terminal = spawn('sh', ['-c', command], { cwd: ROOT, env, cols: 200 });
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    let screen = '';
    let isTyped = false;
    terminal.onData((data) => {
      screen += data;
      if (isTyped || !screen.endsWith(PROMPT)) return;
      isTyped = true;
      terminal.write(type);
    });
    const timer = setTimeout(() => {
      terminal.kill('SIGKILL');
      reject(new Error(`It did not end. The screen shows:\n${screen}`));
    }, 20_000);
    terminal.onExit(({ exitCode }) => resolve(exitCode));
    const status = await promise.finally(() => clearTimeout(timer));
    return { screen, status };
  };
  const REVOKE = `key revoke ${KEY}`;

  test('yes goes on, Ctrl-D is a no, and Ctrl-C ends', async () => {
    const yes = await answer('yes\r', typed(REVOKE));
    expect(yes.screen).toContain('operator: There are no AWS credentials');
    const no = await answer('\x04', typed(REVOKE));
    expect(no.screen).toContain(`${PROMPT}\r\noperator: Nothing was changed.`);
    expect([yes.status, no.status]).toEqual([1, 1]);
    const ended = await answer('\x03', `exec ${typed(REVOKE)}`);
    expect(ended.screen).toMatch(/Type yes to go on: \^C$/);
  });

  test('a shell that waits for the key goes on', async () => {
    const command = `KEY=$(${typed(`key issue --account ${ACCOUNT} --name web`)}); echo "status $? key [$KEY]"`;
    expect((await answer('n\r', command)).screen).toContain('status 1 key []');
  });
});

test('the local stage is there while the server is stopped, for several commands at once', async () => {
  await server.stop();
  const issued = await Promise.all(['one', 'two', 'three'].map((name) => local(...issue(name))));
  expect(issued.map(({ status }) => status)).toEqual([0, 0, 0]);
  server = await startLocalServer({ dataDir });
  for (const { output } of issued) expect(await statusFor(output.trim())).toBe(200);
});

test('what failed is found by its request after kill -9', async () => {
  const { apiKey } = await createAccount(dataDir, 'Reader');
  const Item = { ...petKey(4242n), name: 7n };
  await onLocalStage(dataDir, ({ client, table }) =>
    client.send(new PutCommand({ TableName: table('pets'), Item })),
  );
  const failed = await call('/pets/4242', { key: apiKey }, server);
  await until(() => server.output().includes(' 500 GET /v1/pets/4242 '));
  expect(server.output()).toMatch(/^getPet: \S+ \{.*malformed_item/m);
  await server.stop('SIGKILL');

  const request = ['logs', '--request', failed.headers.get('X-Request-Id') ?? ''];
  expect(await localJson(...request)).toMatchObject([
    { part: 'getPet', '@message': expect.stringContaining('malformed_item') },
    { '@log': 'pets-api', '@message': expect.stringContaining('"status":"500"') },
  ]);
  const { output } = await local(...request, '--level', 'error');
  expect(output).toMatch(/getPet +level=ERROR code=malformed_item error\.name=MalformedItemError /);
});
