import { createHmac } from 'node:crypto';
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { attempt } from '../../lib/values/attempt.ts';
import { parseTargetUrl } from '../../lib/webhooks/target-url.ts';
import { isAllowedAddress } from './public-address.ts';

export interface Delivery {
  readonly url: string;
  /** `webhook-id`: the same each time that it is sent. */
  readonly id: string;
  /** A JSON array of events: the same bytes each time. */
  readonly body: string;
  /** Those that sign it, the newest first: `whsec_` and base64. */
  readonly secrets: readonly string[];
}

/** The result: the status of an answer, or why there was none. */
export type Answer =
  | { readonly status: number; readonly retryAfter?: string | undefined }
  /** `timeout`, `name_not_found`, `no_ipv4_address`, `address_refused`, `connection_failed`, `tls_failed` or `answer_invalid`. */
  | { readonly error: string };

/**
 * Sends it once, and gives up when the signal aborts.
 * @returns an `error` if it fails. It never throws
 */
export type Send = (delivery: Delivery, signal: AbortSignal) => Promise<Answer>;

/** All addresses of one family of a host name. It rejects if there is none. */
export type Resolve = (hostname: string, family: 4 | 6) => Promise<readonly string[]>;

/** A refused address leads on to the next at once. Node's limit of 250 ms for each fails on a busy machine. */
const CONNECTING = { autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 5000 };

const resolveName: Resolve = async (hostname, family) => {
  // Node looks up four names at a time. On the local server, names without an answer must not delay this machine's own.
  if (hostname === 'localhost') return [family === 4 ? '127.0.0.1' : '::1'];
  const found = await lookup(hostname, { family, all: true });
  return found.map(({ address }) => address);
};

/**
 * Builds it with Node's own client: each delivery has a connection that no other uses, to an address that was checked.
 * It follows no redirect. Of an answer it reads at most 16 KB of headers, and no body.
 * @param allowsLoopback whether this machine is allowed too, by http as well: on the local server
 * @param resolve as the operating system does by default
 */
export const buildSend = (allowsLoopback: boolean, resolve = resolveName): Send => {
  // Node connects to an address that this returns, and asks no resolver again.
  const lookupAllowed: LookupFunction = (hostname, _options, found) => {
    findAllowed(hostname, allowsLoopback, resolve).then(
      (addresses) => found(null, [...addresses]),
      (error: Error) => found(error, ''),
    );
  };
  return (delivery, signal) =>
    new Promise((answer) => {
      // The rules may have changed since the webhook was created.
      const url = attempt(() => parseTargetUrl(delivery.url, allowsLoopback));
      if (url === undefined) return answer({ error: 'address_refused' });
      const isTls = url.protocol === 'https:';
      const sent = (isTls ? requestHttps : requestHttp)(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'PetStore-Webhooks/1',
          ...signatureHeaders(delivery, new Date()),
        },
        agent: false,
        lookup: lookupAllowed,
        ...CONNECTING,
        signal,
      });
      let isHandshake = false;
      sent.on('socket', (socket) => {
        socket.once('connect', () => {
          isHandshake = isTls;
        });
        socket.once('secureConnect', () => {
          isHandshake = false;
        });
      });
      sent.on('response', (response) => {
        response.destroy();
        const { statusCode = 0, headers } = response;
        // The parser accepts 042 as a status.
        if (statusCode < 100) answer({ error: 'answer_invalid' });
        else answer({ status: statusCode, retryAfter: headers['retry-after'] });
      });
      sent.on('upgrade', ({ statusCode = 0 }, socket) => {
        socket.destroy();
        answer({ status: statusCode });
      });
      sent.on('error', (error) => {
        if (signal.aborted) answer({ error: 'timeout' });
        else answer({ error: isHandshake ? 'tls_failed' : faultOf(error) });
      });
      sent.end(delivery.body);
    });
};

/** How a receiver knows that a delivery is ours: Standard Webhooks, one signature for each secret. */
export const signatureHeaders = (
  { id, body, secrets }: Omit<Delivery, 'url'>,
  now: Date,
): Record<string, string> => {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const sign = (secret: string): string =>
    createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret)}`).join(' '),
  };
};

/** A name has no address, or one that is not allowed: its message is what `Answer` has. */
class AddressError extends Error {}

/**
 * The address to connect to, of a name whose addresses are all allowed. Lambda connects by IPv4 alone. On the local server
 * a receiver may listen on `::1` instead.
 */
const findAllowed = async (
  hostname: string,
  allowsLoopback: boolean,
  resolve: Resolve,
): Promise<readonly LookupAddress[]> => {
  const addresses = await resolve(hostname, 4).catch((error: unknown) => {
    // The look-up failed for now: the name may have IPv4 addresses.
    if (Object(error).code === 'EAI_AGAIN') throw new AddressError('name_not_found');
    return [];
  });
  const [address] = addresses;
  if (address === undefined) {
    const ipv6 = await resolve(hostname, 6).catch(() => []);
    throw new AddressError(ipv6.length > 0 ? 'no_ipv4_address' : 'name_not_found');
  }
  const areAllowed = addresses.every((each) => isAllowedAddress(each, allowsLoopback));
  if (!areAllowed) throw new AddressError('address_refused');
  const isThisMachine = allowsLoopback && hostname === 'localhost';
  return [{ address, family: 4 }, ...(isThisMachine ? [{ address: '::1', family: 6 }] : [])];
};

const faultOf = (error: Error): string => {
  if (error instanceof AddressError) return error.message;
  const isOfParser = 'code' in error && String(error.code).startsWith('HPE_');
  return isOfParser ? 'answer_invalid' : 'connection_failed';
};
