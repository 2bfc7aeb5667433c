import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { call, expectError } from '../../support/client.ts';
import { openEngine, type TestEngine } from '../../support/engine.ts';
import { type FaultyEngine, startFaultyEngine } from '../../support/faulty-engine.ts';
import { createAccount, issueTo } from '../../support/local-accounts.ts';
import { endLocalServers, type LocalServer, startLocalServer } from '../../support/local-server.ts';
import { type CommandResult, operator, resultOf, startOperator } from '../../support/operator.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const SECRET = /^pet_test_[0-9A-Za-z]{36}\n$/;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let dataDir: string;
let server: LocalServer;
let accountId: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  dataDir = join(folder.path, 'data');
  server = await startLocalServer({ dataDir });
  ({ accountId } = await createAccount(dataDir, 'Shelter'));
});
afterAll(async () => {
  endLocalServers();
  await folder.remove();
});

const local = (...args: string[]): Promise<CommandResult> =>
  operator([...args, '--stage', 'local', '--data-dir', dataDir]);

const localJson = async (...args: string[]) => {
  const { output } = await local(...args, '--json');
  return JSON.parse(output);
};

const statusFor = async (apiKey: string, method = 'GET'): Promise<number> =>
  (await call('/pets', { key: apiKey, method, body: method === 'POST' ? {} : undefined }, server))
    .status;

describe('a new key', () => {
  test('is alone on standard output, and works', async () => {
    const { output, problems, status } = await local(
      ...['key', 'issue', '--account', accountId, '--name', 'web shop', '--expires', '90d'],
    );
    expect(status).toBe(0);
    expect(output).toMatch(SECRET);
    expect(problems).toMatch(/Issued key_\w{16} \(web shop\).*full access, expires at/);
    expect(problems).not.toContain(output.trim().slice(9, -4));
    expect(await statusFor(output.trim())).toBe(200);
  });

  test('is listed with its account, state and last use, and without its secret', async () => {
    const read = ['--name', 'reader', '--scope', 'read'];
    const { apiKey, keyId } = await localJson('key', 'issue', '--account', accountId, ...read);
    expect(await statusFor(apiKey)).toBe(200);
    const listed = await localJson('key', 'list', '--account', accountId);
    expect(listed.find((key: { keyId: string }) => key.keyId === keyId)).toMatchObject({
      accountId,
      name: 'reader',
      scope: 'read',
      state: 'active',
      lastFour: apiKey.slice(-4),
      lastUsedAt: expect.stringMatching(/:00:00\.000Z$/),
      createdBy: expect.stringMatching(/./),
    });
    const { output } = await local('key', 'list');
    expect(output).toContain(keyId);
    for (const text of [output, JSON.stringify(listed)]) {
      expect(text).not.toContain(apiKey.slice(9, -4));
    }
  });

  test('that is read-only may list and get, and never write, whichever it asks first', async () => {
    const [one, other] = [
      await issueTo(dataDir, accountId, 'read'),
      await issueTo(dataDir, accountId, 'read'),
    ];
    expect(await statusFor(one.apiKey)).toBe(200);
    expect(await statusFor(one.apiKey, 'POST')).toBe(403);
    expect(await statusFor(other.apiKey, 'POST')).toBe(403);
    expect(await statusFor(other.apiKey)).toBe(200);
    const answer = await call('/pets', { key: one.apiKey, method: 'POST', body: {} }, server);
    expectError(answer, 'insufficient_scope');
  });
});

describe('a key that was withdrawn', () => {
  test('by revoke is refused, and stays on the list', async () => {
    const { apiKey, keyId } = await issueTo(dataDir, accountId);
    const before = Date.now();
    const { refusedBy, state } = await localJson('key', 'revoke', keyId);
    expect(state).toBe('revoked');
    expect(Date.parse(refusedBy)).toBeGreaterThanOrEqual(before + 60_000);
    expect(Date.parse(refusedBy)).toBeLessThan(Date.now() + 75_000);
    expect(await statusFor(apiKey)).toBe(401);
    const { output } = await local('key', 'list');
    expect(output).toMatch(new RegExp(`${keyId}.*revoked`));
    const again = await localJson('key', 'revoke', keyId);
    expect(Date.parse(again.refusedBy)).toBe(Date.parse(again.revokedAt) + 60_000);
  });

  test('by rolling is refused when its overlap is over, and its successor works', async () => {
    const { apiKey, keyId } = await issueTo(dataDir, accountId);
    const { output, problems, status } = await local('key', 'roll', keyId, '--overlap', '0h');
    expect(status).toBe(0);
    expect(output).toMatch(SECRET);
    expect(problems).toMatch(/ends at .* refused by/);
    expect(await statusFor(output.trim())).toBe(200);
    expect(await statusFor(apiKey)).toBe(401);
  });

  test('with its account is refused, and no other is issued', async () => {
    const other = (await local('account', 'create', '--name', 'Closing')).output.trim();
    const key = ['key', 'issue', '--account', other, '--name', 'last'];
    const apiKey = (await local(...key)).output.trim();
    const { problems, status } = await local('account', 'close', other);
    expect(status).toBe(0);
    expect(problems).toMatch(/revoked 1 of its keys.*refused by/);
    expect(await statusFor(apiKey)).toBe(401);
    expect((await local(...key)).status).toBe(1);
    const shown = await localJson('account', 'show', other);
    expect(shown).toMatchObject({ state: 'closed', keys: [{ state: 'revoked' }] });
    const again = await localJson('account', 'close', other);
    expect(Date.parse(again.refusedBy)).toBe(Date.parse(shown.keys[0].revokedAt) + 60_000);
  });
});

describe('a command that cannot be carried out', () => {
  test.each([
    ['account', 'close', 'acct_0000000000000000'],
    ['key', 'issue', '--account', 'acct_0000000000000000', '--name', 'x'],
    ['key', 'roll', 'key_0000000000000000'],
  ])('is refused with one line and 1: %s %s', async (...args) => {
    const { output, problems, status } = await local(...args);
    expect(status).toBe(1);
    expect(output).toBe('');
    expect(problems).toMatch(/^operator: There is no (account acct|key key)_0{16}: .*list.*\n$/);
  });

  test.each([
    [['account', 'create', '--name', 'a\nb']],
    [['key', 'issue', '--account', 'acct_0000000000000000', '--name', 'x', '--expires', '0d']],
    [['frobnicate']],
    [['key']],
  ])('is explained with 2: %j', async (args) => {
    const { output, problems, status } = await local(...args);
    expect(status).toBe(2);
    expect(output).toBe('');
    expect(problems).not.toBe('');
  });

  test('and all those above have changed nothing', async () => {
    const accounts = await localJson('account', 'list');
    expect(accounts.map(({ name }: { name: string }) => name)).toEqual([
      'demo',
      'Shelter',
      'Closing',
    ]);
    const keys = await localJson('key', 'list');
    expect(keys.map(({ name }: { name: string }) => name)).not.toContain('x');
  });

  test.each([
    ['where an id belongs', (key: string) => ['key', 'revoke', key]],
    ['as an option', (key: string) => ['key', 'list', `--${key}`]],
    ['without what it begins with', (key: string) => ['key', key.slice(9)]],
  ])('is refused, and not repeated, when a key stands %s', async (_where, args) => {
    const { output, problems, status } = await local(...args(server.apiKey));
    expect(status).toBe(2);
    expect(`${output}${problems}`).not.toContain(server.apiKey.slice(9, -4));
    expect(problems).toMatch(/looks like an API key/);
  });

  test('needs a stage, and a yes for production', async () => {
    expect(await operator(['key', 'list'])).toMatchObject({ status: 2, output: '' });
    const { problems, status } = await operator(
      ['key', 'revoke', 'key_0000000000000000', '--stage', 'production'],
      { ...process.env, AWS_REGION: 'us-east-1' },
    );
    expect(status).toBe(2);
    expect(problems).toMatch(/Production asks for confirmation.*--yes/);
  });

  test('says what is missing of AWS', async () => {
    const nothing = {
      ...process.env,
      HOME: folder.path,
      AWS_EC2_METADATA_DISABLED: 'true',
      AWS_REGION: '',
    };
    const list = ['key', 'list', '--stage', 'staging'];
    expect(await operator(list, nothing)).toMatchObject({
      status: 1,
      problems: expect.stringMatching(/^operator: There is no AWS region.*set AWS_REGION/),
    });
    expect(await operator(list, { ...nothing, AWS_REGION: 'us-east-1' })).toMatchObject({
      status: 1,
      problems: expect.stringMatching(/^operator: There are no AWS credentials \(.*sign in/),
    });
  });

  test('says where a local stage would be', async () => {
    const none = join(folder.path, 'none');
    const result = await operator(['key', 'list', '--stage', 'local', '--data-dir', none]);
    expect(result.status).toBe(1);
    expect(result.problems).toMatch(/no local service in .*none: run npm start once/);
  });
});

describe('a command that is killed', () => {
  let engine: TestEngine;
  let faulty: FaultyEngine;

  beforeAll(async () => {
    engine = await openEngine();
    faulty = await startFaultyEngine(engine.endpoint);
  });
  afterAll(async () => {
    faulty.close();
    await engine.close();
  });

  test('as its key appears leaves the key listed', async () => {
    const child = startOperator([
      ...['key', 'issue', '--account', accountId, '--name', 'killed'],
      ...['--stage', 'local', '--data-dir', dataDir],
    ]);
    const [secret] = await once(child.stdout, 'data');
    child.kill('SIGKILL');
    expect(String(secret)).toMatch(SECRET);
    const listed = await localJson('key', 'list', '--account', accountId);
    expect(listed).toContainEqual(
      expect.objectContaining({ name: 'killed', lastFour: String(secret).trim().slice(-4) }),
    );
  });

  test('after its write has shown no key, and leaves it listed', async () => {
    const env = { AWS_ENDPOINT_URL_DYNAMODB: faulty.endpoint };
    const other = join(folder.path, 'other');
    const elsewhere = (...args: string[]) => [...args, '--stage', 'local', '--data-dir', other];
    await (await startLocalServer({ dataDir: other, env })).stop();
    const through = { ...process.env, ...env };
    const create = elsewhere('account', 'create', '--name', 'Shelter');
    const owner = (await operator(create, through)).output.trim();

    const written = faulty.hangAfter('PutItem');
    const child = startOperator(
      elsewhere('key', 'issue', '--account', owner, '--name', 'cut off'),
      through,
    );
    const ended = resultOf(child);
    await written;
    child.kill('SIGKILL');
    expect((await ended).output).toBe('');
    await faulty.fail('none');
    const { output } = await operator(
      elsewhere('key', 'list', '--account', owner, '--json'),
      through,
    );
    expect(JSON.parse(output)).toMatchObject([{ name: 'cut off', state: 'active' }]);
  });
});

describe('a key that cannot be shown', () => {
  test('is reported, with how to remove it', async () => {
    const child = startOperator([
      ...['key', 'issue', '--account', accountId, '--name', 'unseen'],
      ...['--stage', 'local', '--data-dir', dataDir],
    ]);
    child.stdout.destroy();
    const [problems, [status]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect(status).toBe(1);
    expect(problems).toMatch(/Nobody has seen the key: roll key_\w{16} with --overlap 0h/);
  });
});

/** Runs a command with what a shell adds to its line. */
const inShell = (args: readonly string[], added: string): Promise<CommandResult> => {
  const words = ['infra/operator/main.ts', ...args, '--stage', 'local', '--data-dir', dataDir];
  return resultOf(
    spawn('sh', ['-c', `exec "$0" "$@" ${added}`, process.execPath, ...words], {
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
};

describe.each(['>&-', '>/dev/null'])('with standard output %s', (nowhere) => {
  test('no key is issued or rolled, as nobody would see it', async () => {
    const { keyId } = await issueTo(dataDir, accountId);
    const before = await localJson('key', 'list');
    for (const args of [
      ['issue', '--account', accountId, '--name', 'unseen'],
      ['roll', keyId],
    ]) {
      const { problems, status } = await inShell(['key', ...args], nowhere);
      expect([problems, status]).toEqual([
        expect.stringMatching(/^operator: Standard output goes nowhere.*\n$/),
        1,
      ]);
    }
    expect(await localJson('key', 'list')).toEqual(before);
  });

  test('other commands work', async () => {
    expect(await inShell(['key', 'list'], nowhere)).toEqual({
      output: '',
      problems: '',
      status: 0,
    });
  });
});

test('a name that was not valid UTF-8 is refused', async () => {
  const { problems, status } = await inShell(
    ['account', 'create'],
    `--name "$(printf 'a\\377\\376')"`,
  );
  expect([problems, status]).toEqual([expect.stringMatching(/^operator: --name .*UTF-8.*\n$/), 2]);
});

test('a long name is a name, not a key', async () => {
  const name = 'Donaudampfschifffahrtsgesellschaftskapitaen';
  const { keyId } = await localJson('key', 'issue', '--account', accountId, '--name', name);
  expect(await localJson('key', 'list')).toContainEqual(expect.objectContaining({ keyId, name }));
});

test.each([['--help'], ['account', 'list'], ['key', 'list', '--json']])(
  '%s %s ends without an error when its reader has seen enough',
  async (...args) => {
    const child = startOperator(
      args[0] === '--help' ? args : [...args, '--stage', 'local', '--data-dir', dataDir],
    );
    child.stdout.destroy();
    const [problems, [status]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect([problems, status]).toEqual(['', 0]);
  },
);

describe('the local stage', () => {
  test('is there while the server starts, and lets it start', async () => {
    const starting = join(folder.path, 'starting');
    await (await startLocalServer({ dataDir: starting })).stop();
    const list = ['key', 'list', '--stage', 'local', '--data-dir', starting];
    const started = startLocalServer({ dataDir: starting });
    const results = [await operator(list), await operator(list), await operator(list)];
    expect(results.map(({ status }) => status)).toEqual([0, 0, 0]);
    await (await started).stop();
  });

  test('is the one of its folder, not what a killed server left there', async () => {
    const copied = join(folder.path, 'copied');
    await (await startLocalServer({ dataDir: copied })).stop();
    await copyFile(join(dataDir, 'engine.json'), join(copied, 'engine.json'));
    const local = ['--stage', 'local', '--data-dir', copied, '--json'];
    const { output } = await operator(['account', 'list', ...local]);
    expect(JSON.parse(output)).toMatchObject([{ name: 'demo' }]);
  });

  test('is there while the server is stopped, for several commands at once', async () => {
    await server.stop();
    const names = ['one', 'two', 'three'];
    const issued = await Promise.all(
      names.map((name) => local('key', 'issue', '--account', accountId, '--name', name)),
    );
    expect(issued.map(({ status }) => status)).toEqual([0, 0, 0]);
    server = await startLocalServer({ dataDir });
    for (const { output } of issued) expect(await statusFor(output.trim())).toBe(200);
  });

  test('is there after the server was killed, no matter what it left', async () => {
    await server.stop('SIGKILL');
    expect((await local('key', 'list')).status).toBe(0);
    const gone = { endpoint: 'http://127.0.0.1:1', accessKeyId: 'none' };
    await writeFile(join(dataDir, 'engine.json'), JSON.stringify(gone));
    expect((await local('key', 'list')).status).toBe(0);
    server = await startLocalServer({ dataDir });
    expect((await local('key', 'list')).status).toBe(0);
  });
});

describe('--help', () => {
  test.each([
    [[], /account\b[\s\S]*key\b[\s\S]*Exit status/],
    [['account'], /create[\s\S]*list[\s\S]*show[\s\S]*limit[\s\S]*close/],
    [['key'], /issue[\s\S]*list[\s\S]*roll[\s\S]*revoke/],
    [['key', 'roll'], /key-id[\s\S]*--overlap[\s\S]*24h[\s\S]*--stage/],
  ])('explains %j', async (command, expected) => {
    const { output, problems, status } = await operator([...command, '--help']);
    expect(status).toBe(0);
    expect(output).toMatch(expected);
    expect(problems).toBe('');
  });
});
