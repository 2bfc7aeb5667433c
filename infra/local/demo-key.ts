import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateApiKey, isApiKey, type KeyPrefix } from '../../lib/accounts/api-key.ts';
import { buildFindKey } from '../../lib/accounts/find-key.ts';
import { keyState } from '../../lib/accounts/key-record.ts';
import { firstLine, StartupError } from '../command-line/errors.ts';
import type { OpenStage } from '../operator/stage/stage.ts';
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
  stage: Pick<OpenStage, 'accounts' | 'client' | 'keyPrefix' | 'keys' | 'table'>,
  log: (line: string) => void,
): Promise<string> => {
  const { accounts, client, keyPrefix, keys, table } = stage;
  const file = join(dataDir, 'api-key');
  const issue = (key: string, accountId: string) => keys.issue(key, { accountId, ...DEMO });
  const found = await readKey(file, keyPrefix);
  const former = found && (await buildFindKey(client, { apiKeys: table('apiKeys') })(found));
  const state = former && keyState(former, new Date());
  if (found && state === 'active') return found;
  const key = found && !former ? found : generateApiKey(keyPrefix);
  // Refused if the account is closed, or has 20 other keys.
  const isIssued = former && typeof (await issue(key, former.accountId)) === 'object';
  if (key !== found) await writeSecret(file, `${key}\n`);
  if (!isIssued) {
    const { accountId } = await accounts.create('demo', OPERATOR);
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
