import { readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buildAccountStore } from '../../lib/accounts/account-store.ts';
import { generateApiKey, isApiKey, type KeyPrefix } from '../../lib/accounts/api-key.ts';
import { buildFindKey } from '../../lib/accounts/find-key.ts';
import { buildIssueKey } from '../../lib/accounts/issue-key.ts';
import { COMMAND_TIMEOUTS } from '../command-line/command-timeouts.ts';
import { firstLine } from '../command-line/first-line.ts';
import { localClient, type OpenedEngine } from './engine/open-engine.ts';
import { localTableName } from './engine/tables.ts';
import { writeInFolder } from './engine/write-in-folder.ts';
import { StartupError } from './startup-error.ts';

const OPERATOR = 'npm start';

/**
 * Gives the API key of the account `demo`, the same one at every start. The file is written before
 * the key is stored, so a start that was interrupted is completed by the next one.
 * @throws StartupError if the file holds something else, or cannot be written
 */
export const ensureDemoKey = async (
  dataDir: string,
  prefix: KeyPrefix,
  engine: OpenedEngine,
): Promise<string> => {
  const file = join(dataDir, 'api-key');
  const key = (await readKey(file, prefix)) ?? (await writeKey(file, generateApiKey(prefix)));
  const client = localClient(engine, COMMAND_TIMEOUTS);
  try {
    const [apiKeys, accountTable] = [localTableName('apiKeys'), localTableName('accounts')];
    if ((await buildFindKey(client, apiKeys)(key)) === undefined) {
      const accounts = buildAccountStore(client, accountTable);
      const { accountId } = await accounts.create('demo', OPERATOR);
      const issued = { accountId, name: 'demo', scope: 'full', createdBy: OPERATOR } as const;
      await buildIssueKey(client, { accounts: accountTable, apiKeys })(key, issued);
    }
  } finally {
    client.destroy();
  }
  return key;
};

const readKey = async (file: string, prefix: KeyPrefix): Promise<string | undefined> => {
  const content = await readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new StartupError(
      `${file} cannot be read (${firstLine(error)}): delete it to get a new key.`,
    );
  });
  const key = content?.trim();
  if (key === undefined || isApiKey(key, prefix)) return key;
  throw new StartupError(`${file} holds no API key: delete it to get a new one.`);
};

const writeKey = async (file: string, key: string): Promise<string> => {
  await writeInFolder(dirname(file), async () => {
    const temporary = `${file}.${process.pid}`;
    await writeFile(temporary, `${key}\n`, { mode: 0o600 });
    await rename(temporary, file);
  });
  return key;
};
