import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { buildAccountStore } from '../../../lib/accounts/account-store.ts';
import { buildKeyStore } from '../../../lib/accounts/key-store.ts';
import { COMMAND_TIMEOUTS } from '../../command-line/command-timeouts.ts';
import { StartupError } from '../../command-line/errors.ts';
import { localClient } from '../../local/engine/open-engine.ts';
import { openFolderEngine } from '../../local/engine/shared-engine.ts';
import { localTableName } from '../../local/engine/tables.ts';
import { STAGES } from '../../stacks/stages.ts';
import { RefusedError } from '../terminal/errors.ts';
import type { OpenStage } from './stage.ts';

const { keyPrefix } = STAGES.staging;

/**
 * Opens the data of `npm start` in a folder, whether the server is running or not.
 * @throws RefusedError if the server was never started there, or the folder cannot be used
 */
export const openLocalStage = async (
  dataDir: string,
  endpoint: string | undefined,
): Promise<OpenStage> => {
  if (!existsSync(join(dataDir, 'api-key'))) {
    throw new RefusedError(
      `There is no local service in ${dataDir}: run npm start once, or name its folder with --data-dir.`,
    );
  }
  const engine = await openFolderEngine('join', dataDir, endpoint).catch((error: unknown) => {
    throw error instanceof StartupError ? new RefusedError(error.message) : error;
  });
  const client = localClient(engine, COMMAND_TIMEOUTS);
  const tables = { accounts: localTableName('accounts'), apiKeys: localTableName('apiKeys') };
  return {
    accounts: buildAccountStore(client, tables),
    keys: buildKeyStore(client, tables),
    keyPrefix,
    // The local server reads the record.
    putOnPlan: async () => {},
    client,
    table: localTableName,
    operator: userInfo().username,
    openLogs: async (start) =>
      (await import('../logs/local-logs.ts')).openLocalLogs(dataDir, start),
    close: async () => {
      client.destroy();
      await engine.close();
    },
  };
};
