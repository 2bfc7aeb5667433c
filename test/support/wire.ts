import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** How connections die: the server ends them, or forgets them and resets them at the next request, or does not answer that. */
export const DEATHS = ['closed', 'reset', 'silent'] as const;
type Death = (typeof DEATHS)[number];

/** A network whose connections can die. */
export interface Wire {
  /** As that of the server, with another port. */
  readonly endpoint: string;
  /** Ends all connections that are open now. */
  readonly cut: (death: Death) => void;
  readonly close: () => void;
}

/** Starts one to a server of this machine. */
export const startWire = async (target: string): Promise<Wire> => {
  const open = new Map<Socket, Death | undefined>();
  const server = createServer((near) => {
    const far = connect(Number(new URL(target).port), '127.0.0.1');
    open.set(near, undefined);
    near.on('data', (data) => {
      const death = open.get(near);
      if (death === undefined) far.write(data);
      else if (death === 'reset') near.resetAndDestroy();
    });
    far.on('data', (data) => near.write(data));
    near.on('close', () => {
      open.delete(near);
      far.destroy();
    });
    far.on('close', () => {
      if (open.get(near) === undefined) near.destroy();
    });
    for (const socket of [near, far]) socket.on('error', () => {});
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  return {
    endpoint: url.href,
    cut: (death) => {
      for (const socket of open.keys()) {
        open.set(socket, death);
        if (death === 'closed') socket.end();
      }
    },
    close: () => {
      server.close();
      for (const socket of open.keys()) socket.destroy();
    },
  };
};
