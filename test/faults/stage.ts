import { createClientThrottle } from '../../infra/local/api-gateway/client-throttle.ts';
import { startApiServer } from '../../infra/local/api-gateway/http-server.ts';
import { readRestApis } from '../../infra/local/api-gateway/rest-apis.ts';
import { readUsagePlan } from '../../infra/local/api-gateway/usage-plan.ts';
import { readFunctions } from '../../infra/local/lambda/lambda-functions.ts';
import { createLambdaService } from '../../infra/local/lambda/lambda-service.ts';
import { restApiName } from '../../infra/stacks/names.ts';
import { STAGES } from '../../infra/stacks/stages.ts';
import type { ApiName } from '../../lib/http/contract.ts';
import { stagingTemplate } from '../support/assembly.ts';
import { openEngine, type TestEngine } from '../support/engine.ts';
import { type FaultyEngine, startFaultyEngine } from '../support/faulty-engine.ts';
import type { StorageRequest } from '../support/storage-request.ts';
import { issueTestKey, openTestStage } from '../support/test-stage.ts';

/** A separate stage: gateway and bundles in front of a faulty engine, and the engine itself. */
export interface FaultyStage {
  /** What is really stored: no fault stands before it. */
  readonly engine: TestEngine;
  readonly faulty: FaultyEngine;
  readonly baseUrls: Readonly<Record<ApiName, string>>;
  /** Every request to storage whose answer reached the service. */
  readonly answered: readonly StorageRequest[];
  /** Stores a new API key, past all faults. */
  readonly issueKey: () => Promise<string>;
  readonly close: () => Promise<void>;
}

/** Instances of a function: requests that are served at once. */
export const INSTANCES = 3;

/** Opens a stage with empty tables. */
export const openFaultyStage = async (): Promise<FaultyStage> => {
  const engine = await openEngine();
  const answered: StorageRequest[] = [];
  const faulty = await startFaultyEngine(engine.endpoint, (request) => answered.push(request));
  const { accessKeyId } = await engine.client.config.credentials();
  const template = stagingTemplate();
  const apis = readRestApis(template);
  const lambda = createLambdaService(readFunctions(template, apis), {
    environment: { AWS_ENDPOINT_URL_DYNAMODB: faulty.endpoint, AWS_ACCESS_KEY_ID: accessKeyId },
    log: () => {},
    maxInstances: INSTANCES,
  });
  const limit = readUsagePlan(template, apis);
  const throttleClient = createClientThrottle(async () => limit);
  const serve = async (name: ApiName) => {
    const api = apis.find((each) => each.name === restApiName(STAGES.staging.stackName, name));
    if (api === undefined) throw new Error(`The stack has no API ${name}`);
    const listener = {
      invoke: lambda.invoke,
      throttleClient,
      log: () => {},
      accessLog: () => {},
    };
    const server = await startApiServer(api, 0, '127.0.0.1', listener);
    return { ...server, url: `http://127.0.0.1:${server.port}/${api.stage.name}` };
  };
  const [pets, quickstart] = await Promise.all([serve('pets'), serve('quickstart')]);
  const stage = openTestStage(engine);
  return {
    engine,
    faulty,
    baseUrls: { pets: pets.url, quickstart: quickstart.url },
    answered,
    issueKey: async () => (await issueTestKey(stage)).apiKey,
    close: async () => {
      await Promise.all([pets.close(), quickstart.close()]);
      await lambda.close();
      faulty.close();
      await engine.close();
    },
  };
};
