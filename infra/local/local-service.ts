import { hostEngine, PortError, readStackTemplate, StartupError, serve } from 'local-aws';
import { buildAccountStore } from '../../lib/accounts/account-store.ts';
import { LOOPBACK_TARGETS_ENV } from '../../lib/env.ts';
import type { ApiName } from '../../lib/http/contract.ts';
import { restApiName, tableOutput } from '../stacks/names.ts';
import { STAGES } from '../stacks/stages.ts';
import { accessLogLine } from './access-log-line.ts';
import { createAccountLimits } from './account-limits.ts';
import { ensureDemoKey } from './demo-key.ts';
import { localClient } from './local-client.ts';
import { localSite, type MakeSite, type Running } from './local-site.ts';
import { createReferencePage } from './reference-page.ts';
import { assemblyFolder, synthesize } from './synthesize.ts';

const { stackName, keyPrefix } = STAGES.staging;

const API_NAMES = ['pets', 'quickstart'] as const satisfies readonly ApiName[];

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
  /** Where the data is, for messages. */
  readonly storage: string;
  /** The folder of the cloud assembly that is served. */
  readonly assembly: string;
  /**
   * Serves what is in that folder now.
   * @returns the changed functions: operations' ids, and names of other functions
   * @throws what `serve` throws, and the old code goes on
   */
  readonly reload: (makeSite: MakeSite) => Promise<readonly string[]>;
  /** Waits up to 400 ms for requests under way, then ends. */
  readonly close: () => Promise<void>;
}

/**
 * Synthesizes the staging stack and serves it.
 * @throws StartupError if it cannot
 */
export const startLocalService = async (options: LocalServiceOptions): Promise<LocalService> => {
  const { dataDir, ports } = options;
  const assembly = assemblyFolder(dataDir);
  // The engine comes first, as it locks the folder: another server may be serving this assembly.
  const engine = await hostEngine(dataDir, options.dynamodbEndpoint);
  await synthesize(assembly);

  const template = readStackTemplate(assembly, stackName);
  const client = localClient(engine);
  const accounts = buildAccountStore(client, template.output(tableOutput('accounts')));
  const running = Promise.withResolvers<Running>();
  let makeSite: MakeSite = localSite;
  const pages = createReferencePages(running.promise, () => makeSite);
  const { apis, reload, close } = await serve(assembly, stackName, {
    engine,
    port: (apiName) => ports[nameOf(apiName)],
    findLimit: (planLimit) => createAccountLimits(accounts, planLimit),
    environment: { [LOOPBACK_TARGETS_ENV]: 'allowed' },
    outsideStage: (apiName, request) => pages[nameOf(apiName)](request),
    accessLog: (entry) => console.log(accessLogLine(entry)),
    // Nothing that a client notices is left out: topics of alarms, and the check of a release.
    note: () => {},
  }).catch((error: unknown) => {
    throw error instanceof PortError ? portError(error) : error;
  });
  const apiKey = await ensureDemoKey(dataDir, keyPrefix, engine, template);

  const urlOf = (name: ApiName) => apis.find((each) => nameOf(each.name) === name)?.url ?? '';
  const baseUrls = { pets: urlOf('pets'), quickstart: urlOf('quickstart') };
  running.resolve({ apiKey, baseUrls });
  return {
    baseUrls,
    apiKey,
    storage: engine.description,
    assembly,
    reload: async (make) => {
      const { functions } = await reload();
      makeSite = make;
      return functions.map(functionNameOf);
    },
    close: async () => {
      await close();
      client.destroy();
      await engine.close();
    },
  };
};

const createReferencePages = (running: Promise<Running>, makeSite: () => MakeSite) => ({
  pets: createReferencePage('pets', running, makeSite),
  quickstart: createReferencePage('quickstart', running, makeSite),
});

/** The name that the stack's code gives to a function. */
const functionNameOf = (physicalName: string): string =>
  /-([a-z]+)Function[\dA-F]{8}/i.exec(physicalName)?.[1] ?? physicalName;

const nameOf = (restApi: string): ApiName => {
  const found = API_NAMES.find((name) => restApi === restApiName(stackName, name));
  if (found === undefined) throw new Error(`The stack has an API of the name ${restApi}`);
  return found;
};

/** The command line's option for the port of each API. */
const PORT_OPTIONS: Readonly<Record<ApiName, string>> = {
  pets: '--port',
  quickstart: '--quickstart-port',
};

const portError = ({ apiName, port, reason }: PortError): StartupError => {
  const name = nameOf(apiName);
  return new StartupError(
    `Port ${port} for the ${name} API ${reason}: choose another with ${PORT_OPTIONS[name]}.`,
  );
};
