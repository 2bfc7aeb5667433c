import { availableParallelism } from 'node:os';
import { buildAccountStore } from '../../lib/accounts/account-store.ts';
import type { ApiName } from '../../lib/http/contract.ts';
import { firstLine, StartupError } from '../command-line/startup-error.ts';
import { restApiName, tableOutput } from '../stacks/names.ts';
import { STAGES } from '../stacks/stages.ts';
import { accessLogLine } from './access-log-line.ts';
import { createAccountLimits } from './account-limits.ts';
import { createClientThrottle } from './api-gateway/client-throttle.ts';
import { startApiServer } from './api-gateway/http-server.ts';
import { readRestApis } from './api-gateway/rest-apis.ts';
import { readUsagePlan } from './api-gateway/usage-plan.ts';
import { readStackTemplate } from './cloudformation/template.ts';
import { readFunctions } from './lambda/lambda-functions.ts';
import { createLambdaService } from './lambda/lambda-service.ts';
import { createReferencePage, type Running } from './reference-page.ts';
import { hostEngine } from './shared-engine.ts';
import { localClient, prepareFolder, prepareTables } from './storage.ts';
import { assemblyFolder, synthesize } from './synthesize.ts';

const STAGE = STAGES.staging;

/** Loopback only: the key that is printed is for this machine. */
const HOST = '127.0.0.1';

export interface LocalServiceOptions {
  /** The port of each API; 0 takes any free one. */
  readonly ports: Readonly<Record<ApiName, number>>;
  /** Absolute; it is made if it is missing. */
  readonly dataDir: string;
  /** A DynamoDB engine to use instead of the embedded one. */
  readonly dynamodbEndpoint: string | undefined;
}

/** The service, running on this machine. */
export interface LocalService extends Running {
  /** Where the data is, for people. */
  readonly storage: string;
  /** Answers what is under way, for at most 400 ms, and ends. */
  readonly close: () => Promise<void>;
}

/**
 * Synthesizes the staging stack and serves what came out of it.
 * @throws StartupError if it cannot
 */
export const startLocalService = async (options: LocalServiceOptions): Promise<LocalService> => {
  const { dataDir, dynamodbEndpoint } = options;
  await prepareFolder(dataDir);
  const assembly = assemblyFolder(dataDir);
  // In this order: what another server serves from this folder must stay as it is.
  const engine = await hostEngine(dynamodbEndpoint, dataDir);
  await synthesize(assembly);
  const template = readStackTemplate(assembly, STAGE.stackName);
  const apiKey = await prepareTables(engine, template, dataDir, STAGE.keyPrefix);

  const apis = readRestApis(template);
  const client = localClient(engine);
  const accounts = buildAccountStore(client, template.output(tableOutput('accounts')));
  const throttleClient = createClientThrottle(
    createAccountLimits(accounts, readUsagePlan(template, apis)),
  );
  const lambda = createLambdaService(readFunctions(template, apis), {
    environment: {
      AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint,
      AWS_ACCESS_KEY_ID: engine.accessKeyId,
    },
    log: (functionName, line) => console.error(`${functionName}: ${line}`),
    // Each takes a tenth of a second of a core to start. Two at least, so that requests can meet in storage.
    maxInstances: Math.max(2, availableParallelism()),
  });
  const running = Promise.withResolvers<Running>();
  const serve = async (name: ApiName) => {
    const wanted = restApiName(STAGE.stackName, name);
    const api = apis.find((each) => each.name === wanted);
    if (api === undefined) throw new Error(`No API of the stack has the name ${wanted}`);
    const server = await startApiServer(api, options.ports[name], HOST, {
      invoke: lambda.invoke,
      throttleClient,
      log: (line) => console.error(line),
      accessLog: (entry) => console.log(accessLogLine(entry)),
      outsideStage: createReferencePage(name, running.promise),
    }).catch((error: unknown) => {
      throw portError(name, options.ports[name], error);
    });
    return { ...server, url: `http://localhost:${server.port}/${api.stage.name}` };
  };
  const pets = await serve('pets');
  const quickstart = await serve('quickstart');

  const baseUrls = { pets: pets.url, quickstart: quickstart.url };
  running.resolve({ apiKey, baseUrls });

  return {
    baseUrls,
    apiKey,
    storage: engine.description,
    close: async () => {
      await Promise.all([pets.close(), quickstart.close()]);
      client.destroy();
      await engine.close();
      await lambda.close();
    },
  };
};

/** The command line's option for the port of each API. */
const PORT_OPTIONS: Readonly<Record<ApiName, string>> = {
  pets: '--port',
  quickstart: '--quickstart-port',
};

const portError = (name: ApiName, port: number, error: unknown): StartupError => {
  const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  return new StartupError(
    `Port ${port} for the ${name} API ${inUse ? 'is in use' : `cannot be used (${firstLine(error)})`}: choose another with ${PORT_OPTIONS[name]}.`,
  );
};
