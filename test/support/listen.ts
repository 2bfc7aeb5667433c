import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Server as TlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** A server on a free port of this machine. */
export interface Listening {
  readonly port: number;
  /** Its address: `http://127.0.0.1:54321`. */
  readonly endpoint: string;
  /** Ends it with its connections. */
  readonly close: () => void;
}

/** Makes a server listen. */
export const listen = async (server: Server | TlsServer): Promise<Listening> => {
  // Longer than any client of a test is idle: one that sends just as a connection ends cannot tell what became of it.
  server.keepAliveTimeout = 65_000;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    endpoint: `http://127.0.0.1:${port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
