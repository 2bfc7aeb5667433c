import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { listen } from './listen.ts';

/** Made for 127.0.0.1, for a hundred years: its key is not a secret. */
const certificate = join(import.meta.dirname, 'tls/certificate.pem');
const key = join(import.meta.dirname, 'tls/key.pem');

/** Starts an HTTPS address in front of an engine that speaks HTTP, as functions use DynamoDB over TLS. */
export const startTlsFront = async (endpoint: string) => {
  const server = createTlsServer(
    { key: readFileSync(key), cert: readFileSync(certificate) },
    (incoming, outgoing) => {
      const { method, url, headers } = incoming;
      const onward = request(
        new URL(url ?? '/', endpoint),
        // The engine accepts only its own host name. It may be about to close a connection that is kept.
        { method, headers: { ...headers, host: new URL(endpoint).host }, agent: false },
        (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
        },
      );
      incoming.pipe(onward.once('error', () => outgoing.destroy()));
    },
  );
  const { endpoint: address, close } = await listen(server);
  /** `certificate` is the file for NODE_EXTRA_CA_CERTS. */
  return { endpoint: address.replace('http:', 'https:'), certificate, close };
};

/** How connections die: the server ends them, or forgets them and resets them at the next request, or does not answer that. */
export const DEATHS = ['closed', 'reset', 'silent'] as const;
type Death = (typeof DEATHS)[number];

/** Starts a network to a server of this machine, whose connections can die. */
export const startWire = async (target: string) => {
  const open = new Map<Socket, Death | undefined>();
  let sentInVain = 0;
  const server = createServer((near) => {
    const far = connect(Number(new URL(target).port), '127.0.0.1');
    open.set(near, undefined);
    near.on('data', (data) => {
      const death = open.get(near);
      if (death === undefined) return far.write(data);
      sentInVain += 1;
      return death === 'reset' && near.resetAndDestroy();
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
    /** As that of the server, with another port. */
    endpoint: url.href,
    /** How often something was sent on a connection that was dead. */
    sentInVain: () => sentInVain,
    /** Ends all connections that are open now. */
    cut: (death: Death) => {
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
