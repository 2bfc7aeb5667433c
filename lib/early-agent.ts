import { Agent, type RequestOptions } from 'node:https';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';

/**
 * An agent that can open its first connection before there is a request. The first request takes it;
 * where it came to nothing meanwhile, that request opens its own, as all others do.
 */
export class EarlyAgent extends Agent {
  #early: { readonly origin: string; readonly socket: Duplex } | undefined;

  /** Begins to connect and returns; does nothing where the address is not https. */
  open({ protocol, hostname, port }: URL): void {
    if (protocol !== 'https:') return;
    const socket = super.createConnection({
      ...this.options,
      host: hostname,
      port: port || 443,
      servername: isIP(hostname) ? '' : hostname,
    });
    if (!socket) return;
    // Nobody waits for this connection yet: what it failed by, the first request finds out itself.
    socket.on('error', () => {});
    this.#early = { origin: `${hostname}:${port || 443}`, socket };
  }

  override createConnection(
    options: RequestOptions,
    callback?: Parameters<Agent['createConnection']>[1],
  ): ReturnType<Agent['createConnection']> {
    const early = this.#early;
    if (early?.origin === `${options.host}:${options.port}`) {
      this.#early = undefined;
      if (!early.socket.destroyed) return early.socket;
    }
    return super.createConnection(options, callback);
  }
}
