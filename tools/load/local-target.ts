import { raiseDemoLimit } from '../../test/support/local-accounts.ts';
import {
  endLocalServers,
  type LocalServer,
  startLocalServer,
} from '../../test/support/local-server.ts';
import { ownTemporaryFolder } from '../../test/support/temporary-folder.ts';

/**
 * Starts a local server for this load only, with one account at the highest limit. Server and data
 * are removed however the program ends.
 */
export const startLocalTarget = async (
  env: Readonly<Record<string, string>> = {},
): Promise<LocalServer> => {
  console.log('Starting a local server ...');
  process.once('exit', endLocalServers);
  const dataDir = ownTemporaryFolder();
  const server = await startLocalServer({ dataDir, env });
  await raiseDemoLimit(dataDir);
  return server;
};
