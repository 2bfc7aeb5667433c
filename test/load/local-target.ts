import { rmSync } from 'node:fs';
import { endLocalServers, type LocalServer, startLocalServer } from '../support/local-server.ts';
import { HIGHEST, limitDemo } from '../support/operator.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/**
 * Starts a local server for the load alone, whose one account may send as much as one may. However the
 * program ends, nothing of it stays behind.
 */
export const startLocalTarget = async (
  env: Readonly<Record<string, string>> = {},
): Promise<LocalServer> => {
  console.log('Starting a local server ...');
  const { path } = await temporaryFolder();
  process.once('exit', () => {
    endLocalServers();
    rmSync(path, { recursive: true, force: true });
  });
  process.once('SIGTERM', () => process.exit(143));
  const server = await startLocalServer({ dataDir: path, env });
  await limitDemo(path, HIGHEST);
  return server;
};
