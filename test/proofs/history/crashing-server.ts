import {
  type LocalServer,
  type StartOptions,
  startLocalServer,
} from '../../support/local-server.ts';
import { familyOf } from '../../support/processes.ts';

/** The processes of a local server: each starts the next. */
export const PARTS = ['server', 'host', 'engine'] as const;
export type Part = (typeof PARTS)[number];

/** @throws Error if that process does not run */
export const pidOf = ({ pid, output }: LocalServer, part: Part): number => {
  const found = familyOf(pid)[PARTS.indexOf(part)];
  if (found === undefined) throw new Error(`There is no ${part}: ${output()}`);
  return found;
};

const FAILURE = /"code":"(?:malformed_item|unexpected_error)"/;

/**
 * The log lines of servers about the service's own failures. A 500 without one comes from a function
 * that did not start or end in time, as on a slow machine.
 */
export const failuresOf = (servers: readonly LocalServer[]): readonly string[] =>
  servers.flatMap(({ output }) =>
    output()
      .split('\n')
      .filter((line) => FAILURE.test(line)),
  );

/** Starts a local server that is killed from time to time, and restarted on its data. */
export const startCrashingServer = async (options: StartOptions) => {
  const servers: LocalServer[] = [];
  const start = async () => {
    const server = await startLocalServer(options);
    servers.push(server);
    return server;
  };
  let current = start();
  await current;
  return {
    /** The running server; waits while there is none. */
    running: () => current,
    /** The service's own failures so far. */
    failures: () => failuresOf(servers),
    /**
     * Kills it with `kill -9` and starts the next.
     * @param part the process that is killed; the others end by themselves
     */
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
