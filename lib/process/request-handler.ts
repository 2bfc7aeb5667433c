import { Agent, type RequestOptions } from 'node:https';
import type { Duplex } from 'node:stream';
import { TIME_BUDGET } from './time-budget.ts';

/** Connections that have been idle since before are not used again: ms from 1970 on. */
let trustedFrom = 0;

/** The next requests use no connection that is idle now: for a call that is sent only once. */
export const useNewConnections = (): void => {
  trustedFrom = Date.now() + 1;
};

/**
 * Keeps connections, but does not use one again that was idle for too long, or when another one has ended. A frozen instance
 * does not see that a connection was closed, reset or forgotten.
 */
class KeepingAgent extends Agent {
  readonly #idleSince = new WeakMap<Duplex, number>();

  override createConnection(...words: Parameters<Agent['createConnection']>) {
    return super.createConnection(...words)?.once('close', useNewConnections);
  }

  override keepSocketAlive(socket: Duplex) {
    this.#idleSince.set(socket, Date.now());
    return super.keepSocketAlive(socket);
  }

  /** Node asks for the name of a request's connections before it looks for one of that name. */
  override getName(options?: RequestOptions) {
    const oldest = Math.max(Date.now() - TIME_BUDGET.idle, trustedFrom);
    for (const socket of Object.values(this.freeSockets).flat()) {
      // What is ended here says nothing about the others.
      if (socket && (this.#idleSince.get(socket) ?? 0) < oldest)
        socket.off('close', useNewConnections).destroy();
    }
    return super.getName(options);
  }
}

/** @param answer how long an attempt waits for its answer, and in any silence within it, in ms */
export const requestHandler = (answer: number = TIME_BUDGET.attempt) => ({
  connectionTimeout: TIME_BUDGET.connection,
  // Ends with the first byte of the answer; an answer that stalls is socketTimeout's.
  requestTimeout: answer,
  throwOnRequestTimeout: true,
  socketTimeout: answer,
  // The number of the SDK's own agent.
  httpsAgent: new KeepingAgent({ keepAlive: true, maxSockets: 50 }),
});
