import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Server as TlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** Makes a server listen, on a free port of this machine. */
export const listen = async (server: Server | TlsServer) => {
  // Longer than any client of a test is idle: one that sends just as a connection ends cannot tell what became of it.
  server.keepAliveTimeout = 65_000;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    /** Its address. */
    endpoint: `http://127.0.0.1:${port}`,
    /** Ends it with its connections. */
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
