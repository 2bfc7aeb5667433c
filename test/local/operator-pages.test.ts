import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { endLocalServers, type LocalServer, startLocalServer } from '../support/local-server.ts';
import { operator } from '../support/operator.ts';
import { codeBlocks } from '../support/page-calls.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** The commands that operators type for a stage, typed for the local one. Those of the CDK need AWS. */
const PAGES = ['RUNBOOK.md', 'docs/deploying.md', 'docs/operators.md'];

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: LocalServer;

beforeAll(async () => {
  folder = await temporaryFolder();
  server = await startLocalServer({ dataDir: folder.path });
});
afterAll(async () => {
  endLocalServers();
  await folder.remove();
});

const local = async (...args: string[]): Promise<string> => {
  const stage = ['--stage', 'local', '--data-dir', folder.path];
  const { output, problems, status } = await operator([...args, ...stage]);
  if (status !== 0) throw new Error(problems);
  return output;
};

/** A page’s commands with the stage and the ids of this run. */
const typeable = (text: string, id: { account: string; key: string; lastFour: string }): string =>
  text
    .replaceAll('npm run -s operator --', 'operator')
    .replaceAll(/^npx cdk .*\n/gm, '')
    .replaceAll(/--stage (staging|production)/g, '--stage local')
    .replaceAll(/acct_(NInWxpVNkALNyqrR|…)/g, id.account)
    .replaceAll(/key_pkIsbIG8M3ldIpl3/g, id.key)
    .replaceAll('N2FK', id.lastFour);

const OPERATOR = `operator() { "${process.execPath}" infra/operator/main.ts "$@" --data-dir "$DATA_DIR"; }`;
const shells = ['bash', 'curl', 'sha256sum'].every(
  (command) => spawnSync(command, ['--version']).status === 0,
);

describe.each(PAGES)('%s', (page) => {
  const commands = codeBlocks(page, { baseUrl: '$BASE_URL', quickstartUrl: '' })
    .filter(({ language, text }) => language === 'sh' && /operator -- |\$LEAKED/.test(text))
    .map(({ text }) => ({ text, first: text.split('\n')[0] }));

  (shells ? test : test.skip).each(commands)('$first', async ({ text }) => {
    const account = (await local('account', 'create', '--name', 'Shelter')).trim();
    const issued = await local('key', 'issue', '--account', account, '--name', 'web', '--json');
    const { apiKey, keyId } = JSON.parse(issued);
    const typed = typeable(text, { account, key: keyId, lastFour: apiKey.slice(-4) });
    const { status, stderr, stdout } = spawnSync(
      'bash',
      ['--norc', '-euo', 'pipefail', '-c', `${OPERATOR}\n${typed}`],
      {
        cwd: join(import.meta.dirname, '../..'),
        encoding: 'utf8',
        env: {
          PATH: process.env['PATH'],
          DATA_DIR: folder.path,
          BASE_URL: server.baseUrl,
          ACCOUNT: account,
          LEAKED: apiKey,
        },
        input: `${apiKey}\n`,
      },
    );
    expect(`${status} ${stdout}${stderr}`).toMatch(/^0 /);
  });
});
