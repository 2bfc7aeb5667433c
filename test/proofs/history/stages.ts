import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startEmbeddedDynamoDB } from '../../../infra/local/engine/embedded-dynamodb.ts';
import { TIME_BUDGET } from '../../../lib/process/time-budget.ts';
import { type Fault, startFaultyEngine } from '../../support/faulty-engine.ts';
import { expectFoldedLogsOf, type Folded } from '../../support/fold-log.ts';
import { createLimitedAccounts, HIGHEST } from '../../support/local-accounts.ts';
import { type LocalServer, startLocalServer } from '../../support/local-server.ts';
import { familyOf } from '../../support/processes.ts';
import { chance, pick, weigh } from './chance.ts';
import { HASTY, type Target } from './load.ts';

/** The service that clients use, and the damage to it. */
export interface Stage extends Target {
  /**
   * Does the kind's damage for the nth time.
   * @returns a description of it
   */
  readonly damage?: (nth: number) => Promise<string>;
  /** How often each fault happened, for damage that is not waited for. */
  readonly faults?: () => ReadonlyMap<string, number>;
  /** Log lines of failures of the service itself. */
  readonly failures: () => readonly string[];
  /** Expects that the logs of events give the tables. */
  readonly foldLogs: () => Promise<Folded>;
  readonly close: () => Promise<void>;
}

export interface StageOptions {
  readonly folder: string;
  readonly seed: number;
  /** The folder of the project that is served. @default this one */
  readonly root?: string;
}

interface Kind {
  readonly what: string;
  readonly open: (options: StageOptions) => Promise<Stage>;
}

const SERVERS = 3;

const ACCOUNTS = { north: HIGHEST, south: HIGHEST, east: HIGHEST, [HASTY]: 'standard' } as const;

/** What starts a server on an engine; an empty endpoint is its own embedded one. */
const startOptions = (dataDir: string, endpoint: string, { root }: StageOptions) => ({
  dataDir,
  env: { AWS_ENDPOINT_URL_DYNAMODB: endpoint },
  ...(root && { root }),
});

/** The processes of a local server: each starts the next. */
const PARTS = ['server', 'host', 'engine'] as const;
type Part = (typeof PARTS)[number];

/** @throws Error if that process does not run */
const pidOf = ({ pid, output }: LocalServer, part: Part): number => {
  const found = familyOf(pid)[PARTS.indexOf(part)];
  if (found === undefined) throw new Error(`There is no ${part}: ${output()}`);
  return found;
};

/**
 * The log lines of servers about the service's own failures. A 500 without one comes from a function
 * that did not start or end in time, as on a slow machine.
 */
const failuresOf = (servers: readonly LocalServer[]): readonly string[] =>
  servers.flatMap(
    ({ output }) => output().match(/^.*"code":"(?:malformed_item|unexpected_error)".*$/gm) ?? [],
  );

/** A server on its own embedded engine, even if the others use another one. It may be killed, and started again on its data. */
const openCrashing = async (options: StageOptions) => {
  const { folder } = options;
  const servers: LocalServer[] = [];
  const start = async () => {
    const server = await startLocalServer(startOptions(folder, '', options));
    servers.push(server);
    return server;
  };
  let current = start();
  await current;
  const stage: Stage = {
    baseUrl: async () => (await current).baseUrl,
    keys: await createLimitedAccounts(folder, ACCOUNTS, ''),
    failures: () => failuresOf(servers),
    foldLogs: () => expectFoldedLogsOf(folder, ''),
    close: async () => {
      await (await current).stop();
    },
  };
  return {
    stage,
    /** The running server; waits while there is none. */
    running: () => current,
    /** Kills a process with `kill -9`, with which the others end by themselves, and starts the next server. */
    crash: async (part: Part): Promise<void> => {
      const killed = current;
      current = killed.then(async (server) => {
        if (!server.isRunning()) throw new Error(`It had ended: ${server.output()}`);
        process.kill(pidOf(server, part), 'SIGKILL');
        await server.ended;
        return start();
      });
      await current;
    },
  };
};

const killing = (part: Part): Kind => ({
  what: `kill -9 of ${part === 'host' ? 'the engine’s host' : `the ${part}`}, and a start on the same data`,
  open: async (options) => {
    const { stage, crash } = await openCrashing(options);
    const damage = async () => {
      await crash(part);
      return `killed the ${part}, and started again`;
    };
    return { ...stage, damage };
  },
});

const { attempt, invocation, integration } = TIME_BUDGET;
/** Longer than each time limit of a request: an attempt's, an invocation's, the gateway's. */
const STOPS = [attempt, invocation, attempt, integration];

const stopping: Kind = {
  what: 'SIGSTOP of the server, the engine’s host or the engine, for longer than each time limit',
  open: async (options) => {
    const { stage, running } = await openCrashing(options);
    const damage = async (nth: number) => {
      const part = pick(PARTS, chance(options.seed, `part ${nth}`)) ?? 'engine';
      const ms = (STOPS[nth % STOPS.length] ?? 0) + 500;
      const pid = pidOf(await running(), part);
      const goOn = () => void process.kill(pid, 'SIGCONT');
      // A suspended process does not notice that its server has ended.
      process.once('exit', goOn);
      process.kill(pid, 'SIGSTOP');
      await setTimeout(ms);
      process.off('exit', goOn);
      goOn();
      return `stopped the ${part} for ${ms / 1000} s`;
    };
    return { ...stage, damage };
  },
};

/** An engine that several servers can use: the one that AWS_ENDPOINT_URL_DYNAMODB names, or an embedded one. */
const openSharedEngine = async (folder: string) => {
  const endpoint = process.env['AWS_ENDPOINT_URL_DYNAMODB'];
  return endpoint
    ? { endpoint, close: async () => {} }
    : await startEmbeddedDynamoDB(folder, 'local');
};

/** Faults of storage by how often they come, of a hundred. */
const FAULTS = {
  throttled: 12,
  overloaded: 6,
  broken: 6,
  reset: 12,
  'lost-reset': 24,
  twice: 24,
  late: 20,
  'lost-hang': 4,
  'lost-stall': 3,
  hang: 3,
} as const satisfies Partial<Record<Fault, number>>;

/** One request to storage in so many meets a fault. */
const ONE_IN = 10;

const faults: Kind = {
  what: 'a proxy before storage: throttled, broken off, hung, answers lost, applied twice or late, read stale',
  open: async (options) => {
    const { folder, seed } = options;
    const engine = await openSharedEngine(folder);
    const faulty = await startFaultyEngine(engine.endpoint);
    const dataDir = join(folder, 'server');
    const server = await startLocalServer(startOptions(dataDir, faulty.endpoint, options));
    const keys = await createLimitedAccounts(dataDir, ACCOUNTS, engine.endpoint);
    const counts = new Map<string, number>();
    let asked = 0;
    faulty.choose(({ action, touches }) => {
      asked += 1;
      // Such a read may be stale at any time.
      if (touches.every(({ mayBeStale }) => mayBeStale)) return 'stale';
      if (chance(seed, `fails ${asked}`) >= 1 / ONE_IN) return 'none';
      if (action === 'BatchGetItem' && chance(seed, `halved ${asked}`) < 0.5) return 'halved';
      const drawn = weigh(FAULTS, chance(seed, `fault ${asked}`)) ?? 'none';
      // A network does not repeat a request by itself. The SDK does, unless the write must not be
      // repeated.
      const fault = drawn === 'twice' && action !== 'TransactWriteItems' ? 'lost-reset' : drawn;
      counts.set(fault, (counts.get(fault) ?? 0) + 1);
      return fault;
    });
    return {
      baseUrl: async () => server.baseUrl,
      keys,
      faults: () => counts,
      failures: () => failuresOf([server]),
      foldLogs: async () => {
        faulty.fail('none');
        return expectFoldedLogsOf(dataDir, engine.endpoint);
      },
      close: async () => {
        await server.stop();
        faulty.close();
        await engine.close();
      },
    };
  },
};

const severalServers: Kind = {
  what: `${SERVERS} servers on one engine: the one that AWS_ENDPOINT_URL_DYNAMODB names, such as DynamoDB Local`,
  open: async (options) => {
    const { folder } = options;
    const engine = await openSharedEngine(folder);
    const servers: LocalServer[] = [];
    // One by one: the first one makes the tables.
    for (let nth = 0; nth < SERVERS; nth += 1) {
      const started = startOptions(join(folder, `server ${nth}`), engine.endpoint, options);
      servers.push(await startLocalServer(started));
    }
    const keys = await createLimitedAccounts(join(folder, 'server 0'), ACCOUNTS, engine.endpoint);
    return {
      baseUrl: async (client) => servers[client % SERVERS]?.baseUrl ?? '',
      keys,
      failures: () => failuresOf(servers),
      foldLogs: () => expectFoldedLogsOf(join(folder, 'server 0'), engine.endpoint),
      close: async () => {
        await Promise.all(servers.map((server) => server.stop()));
        await engine.close();
      },
    };
  },
};

/** The kinds of damage during a run. */
export const KINDS = {
  none: {
    what: 'nothing happens to it',
    open: async (options) => (await openCrashing(options)).stage,
  },
  'kill-server': killing('server'),
  'kill-host': killing('host'),
  'kill-engine': killing('engine'),
  stop: stopping,
  faults,
  'several-servers': severalServers,
} as const satisfies Record<string, Kind>;

export type KindName = keyof typeof KINDS;

/** The names of all kinds. */
export const KIND_NAMES = Object.keys(KINDS).filter((name): name is KindName => name in KINDS);
