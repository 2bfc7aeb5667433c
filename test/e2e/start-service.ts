import { join } from 'node:path';
import { type Service, send } from '../support/client.ts';
import { expectFoldedLogsOf } from '../support/fold-log.ts';
import { createAccount, raiseDemoLimit } from '../support/local-accounts.ts';
import { endLocalServers, startLocalServer } from '../support/local-server.ts';
import { onTeardown } from '../support/teardown.ts';
import { ownTemporaryFolder } from '../support/temporary-folder.ts';

/** @throws Error if tests left pets in a store that was empty, as they would on a deployed stage */
const expectNoPets = async (server: Service): Promise<void> => {
  const { text } = await send(server, '/pets?limit=100');
  if (text !== '[]') throw new Error(`The end-to-end tests left pets: ${text}`);
};

/**
 * Gives the end-to-end suite its service: the one that BASE_URL, QUICKSTART_URL and API_KEY name,
 * such as a deployed stage, or else a local server. READ_ONLY_API_KEY is a key with the scope
 * `read`, OTHER_API_KEY a key of another account.
 */
export default async (): Promise<void> => {
  if (process.env['BASE_URL']) return;
  process.once('exit', endLocalServers);
  const dataDir = join(ownTemporaryFolder(), 'data');
  const server = await startLocalServer({ dataDir });
  const [reader, other] = await Promise.all([
    createAccount(dataDir, 'Readers', 'read'),
    createAccount(dataDir, 'Others'),
    raiseDemoLimit(dataDir),
  ]);
  Object.assign(process.env, {
    BASE_URL: server.baseUrl,
    QUICKSTART_URL: server.quickstartUrl,
    API_KEY: server.apiKey,
    READ_ONLY_API_KEY: reader.apiKey,
    OTHER_API_KEY: other.apiKey,
  });
  onTeardown(async () => {
    try {
      await expectNoPets(server);
      const { events, orders } = await expectFoldedLogsOf(dataDir);
      process.stderr.write(`The logs give the tables: events ${events}, orders ${orders}\n`);
    } finally {
      await server.stop();
    }
  });
};
