import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { buildAccountStore } from '../../lib/accounts/account-store.ts';
import { generateApiKey, isApiKey, type KeyPrefix } from '../../lib/accounts/api-key.ts';
import { buildFindKey } from '../../lib/accounts/find-key.ts';
import { buildIssueKey } from '../../lib/accounts/issue-key.ts';
import { firstLine } from '../command-line/first-line.ts';
import { StartupError } from '../command-line/startup-error.ts';
import { writeSecret } from './engine/data-folder.ts';
import { localTableName } from './engine/tables.ts';

const OPERATOR = 'npm start';

/**
 * Gives the API key of the account `demo`, the same one at every start. The file is written before
 * the key is stored, so a start that was interrupted is completed by the next one.
 * @throws StartupError if the file holds something else, or cannot be written
 */
export const ensureDemoKey = async (
  dataDir: string,
  prefix: KeyPrefix,
  client: DynamoDBDocumentClient,
): Promise<string> => {
  const file = join(dataDir, 'api-key');
  const found = await readKey(file, prefix);
  const key = found ?? generateApiKey(prefix);
  if (found === undefined) await writeSecret(file, `${key}\n`);
  const tables = { accounts: localTableName('accounts'), apiKeys: localTableName('apiKeys') };
  if ((await buildFindKey(client, tables)(key)) === undefined) {
    const { accountId } = await buildAccountStore(client, tables).create('demo', OPERATOR);
    const issued = { accountId, name: 'demo', scope: 'full', createdBy: OPERATOR } as const;
    await buildIssueKey(client, tables)(key, issued);
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
