import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openLocalStage } from '../../../infra/operator/local-stage.ts';
import { call } from '../../support/client.ts';
import { createAccount } from '../../support/local-accounts.ts';
import { endLocalServers, type LocalServer, startLocalServer } from '../../support/local-server.ts';
import { operator } from '../../support/operator.ts';
import { codeBlocks } from '../../support/page-calls.ts';
import { newSecret } from '../../support/stored-webhooks.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { until } from '../../support/until.ts';

/** The commands that operators type for a stage, typed for the local one. Those of the CDK need AWS, and a unit test knows the queries of logs. */
const PAGES = ['RUNBOOK.md', 'docs/deploying.md', 'docs/first-hour.md', 'docs/operators.md'];

const commandsOf = (page: string) =>
  codeBlocks(page)
    .filter(
      ({ language, text }) =>
        language === 'sh' &&
        /operator (?:-- )?(?:account|events|key|webhook)\b|\$LEAKED/.test(text),
    )
    .map(({ text }) => ({ text, first: text.split('\n')[0] }));

/** They wait 89 seconds, until the last requests of a key have ended: they begin first. */
const WAITING = /cancel-orders|--disable-webhooks/;
const begun = new Map<string, Promise<string>>();

let dataDir: string;
let server: LocalServer;

beforeAll(async () => {
  dataDir = (await temporaryFolder()).path;
  server = await startLocalServer({ dataDir });
  const checkedAt = new Date(Date.now() - 25 * 60 * 60 * 1000).toISOString();
  // What a check printed a day ago.
  await writeFile(join(dataDir, 'found.json'), JSON.stringify({ checkedAt, differences: [] }));
  for (const { text } of shells ? PAGES.flatMap(commandsOf) : [])
    if (WAITING.test(text)) begun.set(text, type(text));
});
afterAll(endLocalServers);

/** A page’s commands with the stage and the ids of this run. */
const typeable = (
  text: string,
  id: { account: string; key: string; lastFour: string; webhook: string },
): string =>
  text
    .replaceAll('npm run -s operator --', 'operator')
    .replaceAll(/^npx cdk .*\n/gm, '')
    .replaceAll(/--stage (staging|production)/g, '--stage local')
    .replaceAll(/acct_(NInWxpVNkALNyqrR|…)/g, id.account)
    .replaceAll(/key_pkIsbIG8M3ldIpl3/g, id.key)
    .replaceAll('N2FK', id.lastFour)
    .replaceAll('whk_…', id.webhook)
    .replaceAll('> found.json', '> "$DATA_DIR/checked.json"')
    .replaceAll('--found found.json', '--found "$DATA_DIR/found.json"');

const OPERATOR = `operator() { "${process.execPath}" infra/operator/main.ts "$@" --data-dir "$DATA_DIR"; }`;
const shells = ['bash', 'curl', 'sha256sum'].every(
  (command) => spawnSync(command, ['--version']).status === 0,
);

/** Types the commands, and gives the exit status and what they print. */
const type = async (text: string): Promise<string> => {
  const { accountId, apiKey, keyId } = await createAccount(dataDir, 'Shelter');
  const url = 'https://hooks.shop.example/pets';
  const created = await call(
    '/webhooks',
    { method: 'POST', body: { url, secret: newSecret() }, key: apiKey },
    server,
  );
  const typed = typeable(text, {
    account: accountId,
    key: keyId,
    lastFour: apiKey.slice(-4),
    webhook: String(Object(created.body).id),
  });
  const child = spawn('bash', ['--norc', '-euo', 'pipefail', '-c', `${OPERATOR}\n${typed}`], {
    cwd: join(import.meta.dirname, '../../..'),
    env: {
      PATH: process.env['PATH'],
      PET_STORE_STAGE: 'local',
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
  (shells ? test : test.skip).each(commandsOf(page))(
    '$first',
    async ({ text }) => expect(await (begun.get(text) ?? type(text))).toMatch(/^0 /),
    150_000,
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
  const key = { kind: 'pet', id: 4242n };
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
