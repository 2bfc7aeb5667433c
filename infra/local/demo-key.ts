import { readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { AccountStore } from '../../lib/accounts/account-store.ts';
import { generateApiKey, isApiKey, type KeyPrefix } from '../../lib/accounts/api-key.ts';
import type { FindKey } from '../../lib/accounts/find-key.ts';
import type { KeyStore } from '../../lib/accounts/key-store.ts';
import { firstLine, StartupError } from '../command-line/startup-error.ts';
import { writeInFolder } from './write-in-folder.ts';

/** Who the records say made them. */
const OPERATOR = 'npm start';

interface DemoKeyStorage {
  readonly accounts: Pick<AccountStore, 'create'>;
  readonly keys: Pick<KeyStore, 'issue'>;
  readonly find: FindKey;
}

/**
 * Gives the API key of the account `demo`, the same one at every start. The file is written before
 * the key is stored, so that a start that was cut off is finished by the next.
 * @throws StartupError if the file holds something else, or cannot be written
 */
export const ensureDemoKey = async (
  dataDir: string,
  prefix: KeyPrefix,
  { accounts, keys, find }: DemoKeyStorage,
): Promise<string> => {
  const file = join(dataDir, 'api-key');
  const key = (await readKey(file, prefix)) ?? (await writeKey(file, generateApiKey(prefix)));
  if ((await find(key)) === undefined) {
    const { accountId } = await accounts.create('demo', OPERATOR);
    await keys.issue(key, { accountId, name: 'demo', scope: 'full', createdBy: OPERATOR });
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
