import { once } from 'node:events';
import { Agent, createServer, type IncomingHttpHeaders, request } from 'node:http';

/** MiniStack starts a process for each request under way at once: fifty starve each other. */
const AT_ONCE = 8;

/**
 * Gives an API an address of its own on this machine: MiniStack tells APIs apart by the header
 * `Host`, which `fetch` lets nobody set. The address is there as long as this process.
 * @param emulator the address of MiniStack
 * @param baseUrl the base address as the stack's output tells it
 * @param usageKey what the requests count for: MiniStack takes that from a header of the request, where
 * API Gateway is told to take it from the authorizer
 * @returns the base address to call
 */
export const openAddress = async (
  emulator: string,
  baseUrl: string,
  usageKey: string,
): Promise<string> => {
  const { hostname, pathname } = new URL(baseUrl);
  const host = hostname.replace(/\..+/, '.execute-api.localhost');
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  let origin = '';
  const server = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const options = { agent, method, path, headers: { ...headers, host, 'x-api-key': usageKey } };
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
 * MiniStack's events lack `requestContext.domainName`, which API Gateway always fills, so a Link
 * begins with `https://undefined`. Mending it here lets the suite walk from page to page; the
 * service must not guess a host that AWS tells it.
 */
const withHost = ({ link, ...headers }: IncomingHttpHeaders, origin: string) => ({
  ...headers,
  ...(link !== undefined && { link: String(link).replaceAll('https://undefined', origin) }),
});
