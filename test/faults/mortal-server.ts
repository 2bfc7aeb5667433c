import { type LocalServer, type StartOptions, startLocalServer } from '../support/local-server.ts';

/** A local server that is killed now and then, and started again on its data. */
export interface MortalServer {
  /** The one that runs; waits for it while there is none. */
  readonly running: () => Promise<LocalServer>;
  /** Kills it with `kill -9` and starts the next. */
  readonly crash: () => Promise<void>;
}

export const startMortalServer = async (options: StartOptions): Promise<MortalServer> => {
  let current = startLocalServer(options);
  await current;
  return {
    running: () => current,
    crash: () => {
      const killed = current;
      current = killed.then(async (server) => {
        const status = await server.stop('SIGKILL');
        if (status !== 'SIGKILL') throw new Error(`It had ended: ${server.output()}`);
        return startLocalServer(options);
      });
      return current.then(() => {});
    },
  };
};
