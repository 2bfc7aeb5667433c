import { type Served, serve } from 'local-aws';
import { restApiName } from '../../infra/stacks/names.ts';
import { STAGES } from '../../infra/stacks/stages.ts';
import type { ApiName } from '../../lib/http/contract.ts';
import { assemblyDirectory } from '../support/assembly.ts';
import { openEngine, type TestEngine } from '../support/engine.ts';
import { type FaultyEngine, startFaultyEngine } from '../support/faulty-engine.ts';
import { expectFoldedLogs, type Folded } from '../support/fold-log.ts';
import type { StorageRequest } from '../support/storage-request.ts';
import { issueTestKey, openTestStage } from '../support/test-stage.ts';

/** A separate stage: gateway and bundles, a faulty engine, and the real engine behind it. */
export interface FaultyStage {
  /** The real engine, without faults. */
  readonly engine: TestEngine;
  readonly faulty: FaultyEngine;
  readonly baseUrls: Readonly<Record<ApiName, string>>;
  /** Every request to storage whose answer reached the service. */
  readonly answered: readonly StorageRequest[];
  /** Stores a new API key in the real engine, of an account that is named, or of the same one each time. */
  readonly issueKey: (accountId?: string) => Promise<string>;
  /** Expects that the logs of events give the tables, in the real engine. Recording goes through the faulty one. */
  readonly foldLogs: () => Promise<Folded>;
  readonly close: () => Promise<void>;
}

/** Instances of a function: requests that are served at once. */
export const INSTANCES = 3;

const { stackName } = STAGES.staging;

/** Opens a stage with empty tables. */
export const openFaultyStage = async (): Promise<FaultyStage> => {
  const engine = await openEngine();
  const answered: StorageRequest[] = [];
  const faulty = await startFaultyEngine(engine.endpoint, (request) => answered.push(request));
  const { accessKeyId } = await engine.client.config.credentials();
  const { endpoint } = faulty;
  const served = await serve(assemblyDirectory(), stackName, {
    engine: { endpoint, accessKeyId, description: endpoint, close: async () => {} },
    port: () => 0,
    log: () => {},
    accessLog: () => {},
    note: () => {},
    maxInstances: INSTANCES,
  });
  // The start has read the tables: that does not count.
  answered.length = 0;
  const stage = openTestStage(engine);
  return {
    engine,
    faulty,
    baseUrls: { pets: urlOf(served, 'pets'), quickstart: urlOf(served, 'quickstart') },
    answered,
    issueKey: async (accountId) =>
      (await issueTestKey(stage, accountId === undefined ? {} : { accountId })).apiKey,
    foldLogs: () => expectFoldedLogs(stage),
    close: async () => {
      await served.close();
      faulty.close();
      await engine.close();
    },
  };
};

const urlOf = ({ apis }: Served, name: ApiName): string => {
  const api = apis.find((each) => each.name === restApiName(stackName, name));
  if (api === undefined) throw new Error(`The stack has no API ${name}`);
  return api.url;
};
