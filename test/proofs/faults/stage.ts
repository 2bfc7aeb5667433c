import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { ApiName } from '../../../lib/http/contract.ts';
import { openEngine, type TestEngine } from '../../support/engine.ts';
import { type FaultyEngine, startFaultyEngine } from '../../support/faulty-engine.ts';
import { expectFoldedLogs, type Folded } from '../../support/fold-log.ts';
import { HIGHEST } from '../../support/local-accounts.ts';
import { startLocalServer } from '../../support/local-server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { issueTestKey, openTestStage } from '../../support/test-stage.ts';

/** A separate stage: a local server, a faulty engine, and the real engine behind it. */
export interface FaultyStage {
  /** The real engine, without faults. */
  readonly engine: TestEngine;
  readonly faulty: FaultyEngine;
  readonly baseUrls: Readonly<Record<ApiName, string>>;
  /** Stores a new API key in the real engine, and its account: the same one each time, unless another is named. */
  readonly issueKey: (accountId?: string) => Promise<string>;
  /** Expects that the logs of events give the tables, in the real engine. Recording goes through the faulty one. */
  readonly foldLogs: () => Promise<Folded>;
  readonly close: () => Promise<void>;
}

/** Opens a stage with empty tables. */
export const openFaultyStage = async (): Promise<FaultyStage> => {
  const engine = await openEngine();
  const faulty = await startFaultyEngine(engine.endpoint);
  const folder = temporaryFolder();
  const server = await startLocalServer({
    dataDir: folder,
    env: { AWS_ENDPOINT_URL_DYNAMODB: faulty.endpoint },
  });
  const stage = openTestStage(engine);
  return {
    engine,
    faulty,
    baseUrls: { pets: server.baseUrl, quickstart: server.quickstartUrl },
    issueKey: async (accountId = 'acct_0000000000000001') => {
      const Item = {
        accountId,
        name: 'test',
        createdAt: new Date().toISOString(),
        plan: HIGHEST,
      };
      await engine.client.send(new PutCommand({ TableName: engine.tables.accounts, Item }));
      return (await issueTestKey(stage, { accountId })).apiKey;
    },
    foldLogs: () => expectFoldedLogs(stage),
    close: async () => {
      await server.stop();
      faulty.close();
      await engine.close();
    },
  };
};
