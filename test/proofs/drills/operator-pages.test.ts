import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { call } from '../../support/client.ts';
import { createAccount } from '../../support/local-accounts.ts';
import { endLocalServers, type LocalServer, startLocalServer } from '../../support/local-server.ts';
import { codeBlocks } from '../../support/page-calls.ts';
import { newSecret } from '../../support/stored-webhooks.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** The commands that operators type for a stage, typed for the local one. Those of the CDK and of logs need AWS. */
const PAGES = ['RUNBOOK.md', 'docs/deploying.md', 'docs/first-hour.md', 'docs/operators.md'];

let dataDir: string;
let server: LocalServer;

beforeAll(async () => {
  dataDir = (await temporaryFolder()).path;
  server = await startLocalServer({ dataDir });
  const checkedAt = new Date(Date.now() - 25 * 60 * 60 * 1000).toISOString();
  // What a check printed a day ago.
  await writeFile(join(dataDir, 'found.json'), JSON.stringify({ checkedAt, differences: [] }));
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

describe.each(PAGES)('%s', (page) => {
  const commands = codeBlocks(page, { baseUrl: '$BASE_URL', quickstartUrl: '' })
    .filter(
      ({ language, text }) =>
        language === 'sh' && /operator -- (?!logs|request)|\$LEAKED/.test(text),
    )
    .map(({ text }) => ({ text, first: text.split('\n')[0] }));

  (shells ? test : test.skip).each(commands)('$first', async ({ text }) => {
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
    const { status, stderr, stdout } = spawnSync(
      'bash',
      ['--norc', '-euo', 'pipefail', '-c', `${OPERATOR}\n${typed}`],
      {
        cwd: join(import.meta.dirname, '../../..'),
        encoding: 'utf8',
        env: {
          PATH: process.env['PATH'],
          NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
          DATA_DIR: dataDir,
          BASE_URL: server.baseUrl,
          ACCOUNT: accountId,
          LEAKED: apiKey,
        },
        input: `${apiKey}\n`,
      },
    );
    expect(`${status} ${stdout}${stderr}`).toMatch(/^0 /);
  });
});
