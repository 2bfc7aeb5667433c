import { rmSync } from 'node:fs';
import { issueKey } from '../../infra/operator/issue-key.ts';
import { openLocalStage } from '../../infra/operator/local-stage.ts';
import { endLocalServers, startLocalServer } from '../support/local-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A service that takes load. */
export interface Target {
  readonly baseUrl: string;
  readonly quickstartUrl: string;
  /** One or more, used in turn: an account's limit is then shared by fewer requests. */
  readonly apiKeys: readonly [string, ...string[]];
}

/** A local server with data of its own. */
export interface LocalTarget extends Target {
  /** All it has printed so far. */
  readonly output: () => string;
  /** Ends it. Its data is removed when the program ends. */
  readonly close: () => Promise<unknown>;
}

/** Starts a local server for the load alone, with as many accounts as it shall come from. */
export const startLocalTarget = async (
  accounts: number,
  env: Readonly<Record<string, string>> = {},
): Promise<LocalTarget> => {
  const folder = await temporaryFolder();
  // However the program ends, nothing of it stays behind.
  process.once('exit', () => {
    endLocalServers();
    rmSync(folder.path, { recursive: true, force: true });
  });
  process.once('SIGINT', () => process.exit(130));
  process.once('SIGTERM', () => process.exit(143));
  const server = await startLocalServer({ dataDir: folder.path, env });
  const stage = await openLocalStage(folder.path);
  const issued: string[] = [];
  while (issued.length < accounts - 1) {
    const { accountId } = await stage.accounts.create('Load', stage.operator);
    issued.push((await issueKey(stage, { accountId, name: 'load', scope: 'full' })).apiKey);
  }
  await stage.close();
  const { baseUrl, quickstartUrl, apiKey, output } = server;
  return {
    baseUrl,
    quickstartUrl,
    apiKeys: [apiKey, ...issued],
    output,
    close: () => server.stop(),
  };
};
