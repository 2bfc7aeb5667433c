import { once } from 'node:events';
import { Agent, createServer, type IncomingHttpHeaders, request } from 'node:http';

/** MiniStack starts a process for each concurrent request, and fifty would slow each other down too much. */
const CONCURRENCY = 8;

/** The usage key of an API key; undefined if there is no such key. */
export type FindUsageKey = (apiKey: string) => Promise<string | undefined>;

/** Longer than clients keep an idle connection: a request fails if its connection is closed under it. */
const IDLE_TIMEOUT_MS = 65_000;

/**
 * Gives an API its own address on this machine, for the life of this process. MiniStack
 * distinguishes APIs by the header `Host`, which `fetch` cannot set.
 * @param emulator the address of MiniStack
 * @param baseUrl the base address from the stack's output
 * @param usageKeyOf finds the usage key, which MiniStack takes from a header of the request, and
 * API Gateway from the authorizer
 * @returns the base address to call
 */
export const openAddress = async (
  emulator: string,
  baseUrl: string,
  usageKeyOf: FindUsageKey,
): Promise<string> => {
  const { hostname, pathname } = new URL(baseUrl);
  const host = hostname.replace(/\..+/, '.execute-api.localhost');
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  let origin = '';
  const server = createServer({ keepAliveTimeout: IDLE_TIMEOUT_MS }, async (incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const usageKey = await usageKeyOf(headers.authorization?.replace(/^bearer +/i, '') ?? '');
    const counted = { ...headers, host, ...(usageKey && { 'x-api-key': usageKey }) };
    const options = { agent, method, path, headers: counted };
    const forwarded = request(emulator, options, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, withHost(answer.headers, origin));
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  return `${origin}${pathname}`;
};

/**
 * MiniStack's events lack `requestContext.domainName`, which API Gateway always sets, so a Link
 * begins with `https://undefined`. It is corrected here, so that the suite can follow links. The
 * service itself must not guess a host.
 */
const withHost = ({ link, ...headers }: IncomingHttpHeaders, origin: string) => ({
  ...headers,
  ...(link !== undefined && { link: String(link).replaceAll('https://undefined', origin) }),
});
