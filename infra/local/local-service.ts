import { access, constants, mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { buildAccountStore } from '../../lib/accounts/account-store.ts';
import { buildKeyStore } from '../../lib/accounts/key-store.ts';
import { createDocumentClient } from '../../lib/dynamodb.ts';
import type { ApiName } from '../../lib/http/contract.ts';
import { StorageTimeoutError, StorageUnavailableError } from '../../lib/storage-errors.ts';
import { baseUrlOutput, tableOutput } from '../outputs.ts';
import { STAGES } from '../stages.ts';
import type { AccessLogEntry } from './api-gateway/access-log.ts';
import { startApiServer } from './api-gateway/http-server.ts';
import { readRestApis } from './api-gateway/rest-apis.ts';
import { region } from './cloudformation/physical-ids.ts';
import { readStackTemplate, type StackTemplate } from './cloudformation/template.ts';
import { ensureDemoKey } from './demo-key.ts';
import { createTables } from './dynamodb/create-tables.ts';
import { type Engine, startEmbeddedDynamoDB } from './dynamodb/embedded-dynamodb.ts';
import { readFunctions } from './lambda/lambda-functions.ts';
import { createLambdaService } from './lambda/lambda-service.ts';
import { firstLine, StartupError } from './startup-error.ts';
import { synthesize } from './synthesize.ts';

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
export interface LocalService {
  readonly baseUrls: Readonly<Record<ApiName, string>>;
  readonly apiKey: string;
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
  if (dynamodbEndpoint && !URL.canParse(dynamodbEndpoint)) {
    throw new StartupError(
      `AWS_ENDPOINT_URL_DYNAMODB is no URL (${dynamodbEndpoint}): set it to one such as http://127.0.0.1:8000, or unset it.`,
    );
  }
  await prepareFolder(dataDir);
  const assembly = join(dataDir, 'cdk.out');
  const [engine] = await Promise.all([
    dynamodbEndpoint
      ? { endpoint: dynamodbEndpoint, close: () => {} }
      : startEmbeddedDynamoDB(join(dataDir, 'dynamodb')),
    synthesize(assembly),
  ]);
  const template = readStackTemplate(assembly, STAGE.stackName);
  const apiKey = await prepareStorage(engine, template, dataDir);

  const apis = readRestApis(template);
  const lambda = createLambdaService(readFunctions(template, apis), {
    environment: { AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint },
    log: (functionName, line) => console.error(`${functionName}: ${line}`),
    maxInstances: 2 * availableParallelism(),
  });
  const serve = async (name: ApiName) => {
    const { host } = new URL(template.output(baseUrlOutput(name)));
    const api = apis.find(({ id }) => host.startsWith(`${id}.`));
    if (api === undefined) throw new Error(`No API of the stack has the address ${host}`);
    const server = await startApiServer(api, options.ports[name], HOST, {
      invoke: lambda.invoke,
      log: (line) => console.error(line),
      accessLog: (entry) => console.log(formatEntry(entry)),
    }).catch((error: unknown) => {
      throw portError(options.ports[name], error);
    });
    return { ...server, url: `http://localhost:${server.port}/${api.stage.name}` };
  };
  const pets = await serve('pets');
  const quickstart = await serve('quickstart');

  return {
    baseUrls: { pets: pets.url, quickstart: quickstart.url },
    apiKey,
    storage: dynamodbEndpoint ?? join(dataDir, 'dynamodb'),
    close: async () => {
      await Promise.all([pets.close(), quickstart.close()]);
      engine.close();
      await lambda.close();
    },
  };
};

const prepareFolder = async (folder: string): Promise<void> => {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartupError(
      `The data folder ${folder} cannot be written (${firstLine(error)}): choose another with --data-dir.`,
    );
  }
};

const prepareStorage = async (
  engine: Engine,
  template: StackTemplate,
  dataDir: string,
): Promise<string> => {
  const client = createDocumentClient({
    endpoint: engine.endpoint,
    region,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  try {
    await createTables(client, template);
    const accounts = buildAccountStore(client, template.output(tableOutput('accounts')));
    const keys = buildKeyStore(client, template.output(tableOutput('apiKeys')));
    return await ensureDemoKey(dataDir, STAGE.keyPrefix, accounts, keys);
  } catch (error) {
    if (error instanceof StorageUnavailableError || error instanceof StorageTimeoutError) {
      throw new StartupError(
        `DynamoDB does not answer at ${engine.endpoint} (${firstLine(error.cause)}): start it there, or unset AWS_ENDPOINT_URL_DYNAMODB.`,
      );
    }
    throw error;
  } finally {
    client.destroy();
  }
};

const portError = (port: number, error: unknown): StartupError => {
  const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  return new StartupError(
    `Port ${port} ${inUse ? 'is in use' : `cannot be used (${firstLine(error)})`}: choose another with --port or --quickstart-port.`,
  );
};

const formatEntry = ({ method, path, status, ms, requestId }: AccessLogEntry): string =>
  `${new Date().toISOString()} ${status} ${method} ${path} ${ms} ms ${requestId}`;
