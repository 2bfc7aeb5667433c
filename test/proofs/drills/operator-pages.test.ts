import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openLocalStage } from '../../../infra/operator/stage/local-stage.ts';
import { petKey } from '../../../lib/pets/pet-key.ts';
import { call } from '../../support/client.ts';
import { createAccount } from '../../support/local-accounts.ts';
import { endLocalServers, type LocalServer, startLocalServer } from '../../support/local-server.ts';
import { operator } from '../../support/operator.ts';
import { codeBlocks } from '../../support/page-calls.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { until } from '../../support/until.ts';

/** The commands that operators type for a stage, typed for the local one. `check -- deploy` types other pages. */
const PAGES = ['docs/deploying.md', 'docs/operators.md'];

const commandsOf = (page: string) =>
  codeBlocks(page)
    .filter(
      ({ language, text }) =>
        language === 'sh' && /operator -- (?:account|key)\b|\$LEAKED/.test(text),
    )
    .map(({ text }) => ({ text, first: text.split('\n')[0] }));

let dataDir: string;
let server: LocalServer;

beforeAll(async () => {
  dataDir = temporaryFolder();
  server = await startLocalServer({ dataDir });
  await writeFile(join(dataDir, 'past'), '-120000');
});
afterAll(endLocalServers);

/** A page’s commands with the stage and the ids of this run. Nothing waits for the last requests of keys that ended in the past. */
const typeable = (text: string, id: { account: string; key: string; lastFour: string }): string =>
  text
    .replaceAll('npm run -s operator --', 'operator')
    .replaceAll('operator account close', 'past account close')
    .replaceAll(
      /^ *operator key revoke .* --disable-webhooks/gm,
      'past key revoke key_pkIsbIG8M3ldIpl3 --stage local; $&',
    )
    .replaceAll(/--stage (staging|production)/g, '--stage local')
    .replaceAll('acct_NInWxpVNkALNyqrR', id.account)
    .replaceAll('key_pkIsbIG8M3ldIpl3', id.key)
    .replaceAll('N2FK', id.lastFour);

const MOVED_CLOCK = join(import.meta.dirname, '../../support/moved-clock.js');
const OPERATOR = `operator() { "${process.execPath}" infra/operator/main.ts "$@" --data-dir "$DATA_DIR"; }
past() { CLOCK_FILE="$DATA_DIR/past" NODE_OPTIONS="--import ${MOVED_CLOCK}" operator "$@"; }`;
const shells = ['bash', 'curl', 'sha256sum'].every(
  (command) => spawnSync(command, ['--version']).status === 0,
);

/** Types the commands, and gives the exit status and what they print. */
const type = async (text: string): Promise<string> => {
  const { accountId, apiKey, keyId } = await createAccount(dataDir, 'Shelter');
  const typed = typeable(text, { account: accountId, key: keyId, lastFour: apiKey.slice(-4) });
  const child = spawn('bash', ['--norc', '-euo', 'pipefail', '-c', `${OPERATOR}\n${typed}`], {
    cwd: join(import.meta.dirname, '../../..'),
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATA_DIR: dataDir,
      BASE_URL: server.baseUrl,
      ACCOUNT: accountId,
      LEAKED: apiKey,
    },
  });
  child.stdin.end(`${apiKey}\n`);
  let printed = '';
  for (const output of [child.stdout, child.stderr])
    output.setEncoding('utf8').on('data', (more) => {
      printed += more;
    });
  const [status] = await once(child, 'close');
  return `${status} ${printed}`;
};

describe.each(PAGES)('%s', (page) => {
  (shells ? test : test.skip).each(commandsOf(page))('$first', async ({ text }) =>
    expect(await type(text)).toMatch(/^0 /),
  );
});

test('the alarm of 429 can be practised, and what failed can be found, also after kill -9', async () => {
  const { accountId, apiKey, keyId } = await createAccount(dataDir, 'Flood');
  const onLocal = (...args: string[]) =>
    operator([...args, '--json', '--stage', 'local', '--data-dir', dataDir]);
  await onLocal('account', 'limit', accountId, '--rate', '1', '--burst', '1');
  const headers = { Authorization: `Bearer ${apiKey}` };
  await until(async () => (await fetch(`${server.baseUrl}/pets`, { headers })).status === 429);
  const [refused = ''] = codeBlocks('RUNBOOK.md')
    .map(({ text }) => /'(filter status = 429 [^']+)'/.exec(text)?.[1] ?? '')
    .filter((query) => query !== '');
  const rows = JSON.parse((await onLocal('logs', '--of', 'pets-api', refused)).output);
  expect(rows[0]).toMatchObject({ accountId, keyId, method: 'GET', resourcePath: '/pets' });

  const stage = await openLocalStage(dataDir, process.env['AWS_ENDPOINT_URL_DYNAMODB']);
  const key = petKey(4242n);
  await stage.client.send(
    new PutCommand({ TableName: stage.table('pets'), Item: { ...key, name: 7n } }),
  );
  await stage.close();
  const failed = await call('/pets/4242', {}, server);
  await until(() => server.output().includes(' 500 GET /v1/pets/4242 '));
  await server.stop('SIGKILL');
  const lines = JSON.parse(
    (await onLocal('request', failed.headers.get('X-Request-Id') ?? '')).output,
  );
  expect([failed.status, lines]).toMatchObject([
    500,
    [
      {
        '@log': 'functions',
        part: 'getPet',
        '@message': expect.stringContaining('malformed_item'),
      },
      { '@log': 'pets-api', '@message': expect.stringContaining('"status":"500"') },
    ],
  ]);
});
