import { type LocalServer, type StartOptions, startLocalServer } from '../support/local-server.ts';

/** A local server that is killed now and then, and started again on its data. */
export interface MortalServer {
  /** The one that runs; waits for it while there is none. */
  readonly running: () => Promise<LocalServer>;
  /** Kills it with `kill -9` and starts the next. */
  readonly crash: () => Promise<void>;
  /**
   * The log lines so far of failures of the service itself. A 500 without one is of a function that did not start
   * or end in time, as on a slow machine.
   */
  readonly failures: () => readonly string[];
}

const FAILURE = /"code":"(?:malformed_item|unexpected_error)"/;

export const startMortalServer = async (options: StartOptions): Promise<MortalServer> => {
  const servers: LocalServer[] = [];
  const start = async () => {
    const server = await startLocalServer(options);
    servers.push(server);
    return server;
  };
  let current = start();
  await current;
  return {
    running: () => current,
    failures: () =>
      servers.flatMap(({ output }) =>
        output()
          .split('\n')
          .filter((line) => FAILURE.test(line)),
      ),
    crash: () => {
      const killed = current;
      current = killed.then(async (server) => {
        const status = await server.stop('SIGKILL');
        if (status !== 'SIGKILL') throw new Error(`It had ended: ${server.output()}`);
        return start();
      });
      return current.then(() => {});
    },
  };
};
