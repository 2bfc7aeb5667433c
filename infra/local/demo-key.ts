import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { buildAccountStore } from '../../lib/accounts/account-store.ts';
import { generateApiKey, isApiKey, type KeyPrefix } from '../../lib/accounts/api-key.ts';
import { buildFindKey } from '../../lib/accounts/find-key.ts';
import { buildIssueKey, type KeyTables } from '../../lib/accounts/issue-key.ts';
import { keyState } from '../../lib/accounts/key-record.ts';
import { firstLine, StartupError } from '../command-line/errors.ts';
import { writeSecret } from './engine/data-folder.ts';

const OPERATOR = 'npm start';

const DEMO = { name: 'demo', scope: 'full', createdBy: OPERATOR } as const;

/**
 * Gives the API key of the account `demo`, the same one at every start while it works. The file is written before
 * the first key is stored, so a start that was interrupted is completed by the next one.
 * @param log gets a line if it is another key than before
 * @throws StartupError if the file holds something else, or cannot be written
 */
export const ensureDemoKey = async (
  dataDir: string,
  prefix: KeyPrefix,
  { client, tables }: { readonly client: DynamoDBDocumentClient; readonly tables: KeyTables },
  log: (line: string) => void,
): Promise<string> => {
  const file = join(dataDir, 'api-key');
  const issue = (key: string, accountId: string) =>
    buildIssueKey(client, tables)(key, { accountId, ...DEMO });
  const found = await readKey(file, prefix);
  const former = found && (await buildFindKey(client, tables)(found));
  const state = former && keyState(former, new Date());
  if (found && state === 'active') return found;
  const key = found && !former ? found : generateApiKey(prefix);
  // Refused if the account is closed, or has 20 other keys.
  const isIssued = former && typeof (await issue(key, former.accountId)) === 'object';
  if (key !== found) await writeSecret(file, `${key}\n`);
  if (!isIssued) {
    const { accountId } = await buildAccountStore(client, tables).create('demo', OPERATOR);
    await issue(key, accountId);
  }
  if (state)
    log(`The demo key is ${state}: ${isIssued ? 'its' : 'another'} account has a new one.`);
  return key;
};

const readKey = async (file: string, prefix: KeyPrefix): Promise<string | undefined> => {
  const content = await readFile(file, 'utf8').catch((error: unknown) => {
    if (Object(error).code === 'ENOENT') return undefined;
    throw new StartupError(
      `${file} cannot be read (${firstLine(error)}): delete it to get a new key.`,
    );
  });
  const key = content?.trim();
  if (key === undefined || isApiKey(key, prefix)) return key;
  throw new StartupError(`${file} holds no API key: delete it to get a new one.`);
};
