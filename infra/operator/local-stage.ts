import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { joinEngine, readStackTemplate, StartupError } from 'local-aws';
import { buildAccountStore } from '../../lib/accounts/account-store.ts';
import { buildKeyStore } from '../../lib/accounts/key-store.ts';
import type { TableName } from '../../lib/tables.ts';
import { COMMAND_TIMEOUTS } from '../command-line/command-timeouts.ts';
import { localClient } from '../local/local-client.ts';
import { assemblyFolder } from '../local/synthesize.ts';
import { tableOutput } from '../stacks/names.ts';
import { STAGES } from '../stacks/stages.ts';
import { RefusedError } from './errors.ts';
import type { OpenStage } from './stage.ts';

const { stackName, keyPrefix } = STAGES.staging;

/**
 * Opens the data of `npm start` in a folder, whether the server is running or not.
 * @throws RefusedError if the server was never started there, or the folder cannot be used
 */
export const openLocalStage = async (
  dataDir: string,
  endpoint: string | undefined,
): Promise<OpenStage> => {
  const assembly = assemblyFolder(dataDir);
  if (!existsSync(join(assembly, `${stackName}.template.json`))) {
    throw new RefusedError(
      `There is no local service in ${dataDir}: run npm start once, or name its folder with --data-dir.`,
    );
  }
  const engine = await joinEngine(dataDir, endpoint).catch((error: unknown) => {
    throw error instanceof StartupError ? new RefusedError(error.message) : error;
  });
  const template = readStackTemplate(assembly, stackName);
  const client = localClient(engine, COMMAND_TIMEOUTS);
  const table = (name: TableName): string => template.output(tableOutput(name));
  return {
    accounts: buildAccountStore(client, table('accounts')),
    keys: buildKeyStore(client, table('apiKeys')),
    keyPrefix,
    limits: STAGES.staging.throttle,
    // The local server reads the record.
    enforceLimit: async () => {},
    client,
    table,
    operator: userInfo().username,
    openLogs: async () => {
      throw new RefusedError('npm start prints the logs, each line with the id of its request.');
    },
    close: async () => {
      client.destroy();
      await engine.close();
    },
  };
};
