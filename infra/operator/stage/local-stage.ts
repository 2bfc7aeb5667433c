import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { localClient, openFolderEngine } from '../../local/engine/shared-engine.ts';
import { localTableName } from '../../local/engine/tables.ts';
import { STAGES } from '../../stacks/stages.ts';
import { RefusedError } from '../terminal/errors.ts';
import { type OpenStage, openData } from './stage.ts';

/**
 * Opens the data of `npm start` in a folder, whether the server is running or not. `await using` closes it.
 * @param endpoint of the engine; empty for the folder's own. @default what AWS_ENDPOINT_URL_DYNAMODB names
 * @throws RefusedError if the server was never started there
 * @throws StartupError if the folder cannot be used
 */
export const openLocalStage = async (
  dataDir: string,
  endpoint = process.env['AWS_ENDPOINT_URL_DYNAMODB'],
): Promise<AsyncDisposable & OpenStage> => {
  if (!existsSync(join(dataDir, 'api-key'))) {
    throw new RefusedError(
      `There is no local service in ${dataDir}: run npm start once, or name its folder with --data-dir.`,
    );
  }
  const engine = await openFolderEngine('join', dataDir, endpoint);
  const client = localClient(engine);
  return {
    ...openData(client, localTableName),
    keyPrefix: STAGES.staging.keyPrefix,
    // The local server reads the record.
    putOnPlan: async () => {},
    operator: userInfo().username,
    openLogs: async (start) =>
      (await import('../logs/local-logs.ts')).openLocalLogs(dataDir, start),
    [Symbol.asyncDispose]: async () => {
      client.destroy();
      await engine.close();
    },
  };
};
