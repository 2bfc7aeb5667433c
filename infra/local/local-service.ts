import { locks } from 'node:worker_threads';
import { operations } from '../../functions/operations.ts';
import { WAKE_WEBHOOKS_ACCESS } from '../../functions/wake-webhooks/access.ts';
import { wakeWebhooksHandler } from '../../functions/wake-webhooks/handler.ts';
import { buildWakeStore } from '../../functions/wake-webhooks/store.ts';
import { buildWaker } from '../../functions/wake-webhooks/wake.ts';
import { buildAccountStore } from '../../lib/accounts/account-store.ts';
import type { ApiName } from '../../lib/http/contract.ts';
import {
  DEPRECATION_PAGE_ENV,
  KEY_PREFIX_ENV,
  LOOPBACK_TARGETS_ENV,
} from '../../lib/process/env.ts';
import { openStorage } from '../../lib/storage/open-storage.ts';
import { tableEnv, tableNames } from '../../lib/storage/tables.ts';
import { firstLine, StartupError } from '../command-line/errors.ts';
import { CLOSE_LIMIT_MS, withinTime } from '../command-line/time-limit.ts';
import { openData } from '../operator/stage/stage.ts';
import { operationEnvironment, unmatchedEnvironment } from '../stacks/function-environment.ts';
import { STAGE_NAME } from '../stacks/names.ts';
import { STAGES } from '../stacks/stages.ts';
import { RECORD_EVENTS_SOURCES, WAKE_WEBHOOKS_SOURCES } from '../stacks/stream-sources.ts';
import { ensureDemoKey } from './demo-key.ts';
import type { Engine } from './engine/embedded-dynamodb.ts';
import { LOCAL_REGION, localClient, openFolderEngine } from './engine/shared-engine.ts';
import { createTables, localTableName } from './engine/tables.ts';
import { createAccessLog } from './gateway/access-log.ts';
import { createAccountLimits } from './gateway/account-limits.ts';
import { createAnswerRequest } from './gateway/answer-request.ts';
import { createAuthorizer } from './gateway/authorizer.ts';
import { createInvoke } from './gateway/functions.ts';
import { startApiServer } from './gateway/http-server.ts';
import { openLogFile } from './gateway/log-file.ts';
import type { Running } from './gateway/reference-documents.ts';
import { referencePage } from './gateway/reference-page.ts';
import { runNeededBackfills } from './run-backfills.ts';
import { startStreamPollers } from './stream-pollers.ts';

const { keyPrefix, throttle } = STAGES.staging;

/** How often webhooks that are overdue, or behind their log, are looked for, in ms. */
const SWEEP_MS = 60_000;

export interface LocalServiceOptions {
  /** The port of each API; 0 takes any free one. */
  readonly ports: Readonly<Record<ApiName, number>>;
  /** Absolute; it is made if it is missing. */
  readonly dataDir: string;
  /** A DynamoDB engine to use instead of the embedded one. */
  readonly dynamodbEndpoint: string | undefined;
}

export type LocalService = Awaited<ReturnType<typeof startLocalService>>;

/**
 * Serves the contracts in this process. It sets variables of the process's environment, as functions read theirs from there.
 * @throws StartupError if it cannot
 */
export const startLocalService = async (options: LocalServiceOptions) => {
  const { ports, dataDir, dynamodbEndpoint } = options;
  const engine = await openFolderEngine('host', dataDir, dynamodbEndpoint);
  await createTables(engine);
  setEnvironment(engine);
  const client = localClient(engine);
  const underWay = new Set<Promise<unknown>>();
  /** Keeps work that nobody waits for. A sweep finds what fails. */
  const keep = (work: Promise<unknown>): void => {
    const kept = work.catch(() => {}).finally(() => underWay.delete(kept));
    underWay.add(kept);
  };
  const append = await openLogFile(dataDir);
  /** Prints a line, and adds it to the logs. */
  const log = (line: string): void => {
    console.error(line);
    append({ log: 'functions', message: line });
  };
  const data = openData(client, localTableName);
  await runNeededBackfills(data, log);
  const wakeStore = openStorage(WAKE_WEBHOOKS_ACCESS, (own, tables) =>
    buildWakeStore(own, tables, { slices: 1 }),
  );
  const waker = buildWaker(wakeStore, async (webhooks) => {
    // One of each webhook at a time, whatever clocks do: a laptop's sleeps and is set, and a lease lasts by the clock.
    for (const each of webhooks)
      keep(locks.request(each.id, () => invoke('deliverWebhook', { webhooks: [each] })));
  });
  const invoke = createInvoke(append, { wakeWebhooks: () => wakeWebhooksHandler(waker) });
  // With the time limits of functions: requests wait for it.
  const accounts = openStorage([{ table: 'accounts', actions: ['GetItem'] }], buildAccountStore);
  const countRequest = createAccountLimits(accounts, throttle.plans);
  const running = Promise.withResolvers<Running>();
  const serve = (api: ApiName, portOption: string) =>
    startApiServer(ports[api], {
      answer: createAnswerRequest({
        api,
        contracts: operations.filter((contract) => contract.api === api),
        authorize: createAuthorizer(invoke, keyPrefix),
        countRequest,
        invoke,
        outsideStage: (request) => referencePage(request, api, running.promise),
        log,
      }),
      accessLog: createAccessLog(api, append),
      log,
    }).catch((error: unknown) => {
      throw new StartupError(
        `Port ${ports[api]} for the ${api} API cannot be used (${firstLine(error)}): choose another with ${portOption}.`,
      );
    });
  // One by one, so that the error names the first port that is in use.
  const servers = {
    pets: await serve('pets', '--port'),
    quickstart: await serve('quickstart', '--quickstart-port'),
  };
  const apiKey = await ensureDemoKey(dataDir, { ...data, keyPrefix }, log);
  const sources = { recordEvents: RECORD_EVENTS_SOURCES, wakeWebhooks: WAKE_WEBHOOKS_SOURCES };
  const stopPollers = await startStreamPollers({ engine, client, sources, invoke, log });
  // What became due while no server ran.
  keep(waker.sweep(new Date()));
  const sweeps = setInterval(() => keep(invoke('wakeWebhooks', {})), SWEEP_MS).unref();

  const urlOf = (api: ApiName) => `http://localhost:${servers[api].port}/${STAGE_NAME}`;
  // Functions read it when they are first invoked.
  process.env[DEPRECATION_PAGE_ENV] = new URL('/', urlOf('pets')).href;
  const facts = { apiKey, baseUrls: { pets: urlOf('pets'), quickstart: urlOf('quickstart') } };
  running.resolve(facts);
  return {
    ...facts,
    /** Where the data is, for messages. */
    storage: engine.description,
    log,
    /** Waits up to 400 ms for what is under way, then ends. */
    close: async (): Promise<void> => {
      clearInterval(sweeps);
      await Promise.all([servers.pets.close(), servers.quickstart.close(), stopPollers()]);
      await withinTime(Promise.all(underWay), CLOSE_LIMIT_MS);
      await engine.close();
    },
  };
};

/** What the stacks give to functions, with an engine on this machine in place of AWS. */
const setEnvironment = ({ endpoint, accessKeyId }: Engine): void => {
  delete process.env['AWS_PROFILE'];
  delete process.env['AWS_SESSION_TOKEN'];
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    AWS_REGION: LOCAL_REGION,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: 'local',
    ...Object.fromEntries(tableNames().map((name) => [tableEnv(name), localTableName(name)])),
    ...Object.assign({}, ...operations.map((each) => operationEnvironment(each, STAGES.staging))),
    ...unmatchedEnvironment(),
    [KEY_PREFIX_ENV]: keyPrefix,
    [LOOPBACK_TARGETS_ENV]: 'allowed',
  });
};
