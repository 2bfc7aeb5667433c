import { lookup } from 'node:dns/promises';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { parseTargetUrl } from '../../lib/webhooks/target-url.ts';
import { isAllowedAddress } from './public-address.ts';
import { signatureHeaders } from './sign.ts';

/** One POST to a client. */
export interface Delivery {
  readonly url: string;
  /** `webhook-id`: the same each time that it is sent. */
  readonly id: string;
  /** A JSON array of events: the same bytes each time. */
  readonly body: string;
  /** Those that sign it, the newest first: `whsec_` and base64. */
  readonly secrets: readonly string[];
}

/** What became of it: the status of an answer, or why there was none. */
export type Answer =
  | { readonly status: number; readonly retryAfter?: string | undefined }
  /** `timeout`, `name_not_found`, `address_refused`, `connection_failed`, `tls_failed` or `answer_invalid`. */
  | { readonly error: string };

/**
 * Sends it once, and gives up when the signal aborts.
 * @returns always: what fails is an `error`
 */
export type Send = (delivery: Delivery, signal: AbortSignal) => Promise<Answer>;

/** All IPv4 addresses of a host name. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

export interface SendOptions {
  /** Whether this machine is allowed too, by http as well: on the local server. */
  readonly allowsLoopback: boolean;
  /** @default as the operating system does */
  readonly resolve?: Resolve;
}

/** Most bytes of an answer's headers. */
const MOST_HEADER_BYTES = 16_384;

const resolveName: Resolve = async (hostname) => {
  const found = await lookup(hostname, { family: 4, all: true });
  return found.map(({ address }) => address);
};

/**
 * Builds it with Node's own client: each delivery has a connection that no other uses, to an address that was checked.
 * It follows no redirect, and reads nothing of the body of an answer.
 */
export const buildSend =
  ({ allowsLoopback, resolve = resolveName }: SendOptions): Send =>
  (delivery, signal) =>
    new Promise((answer) => {
      const url = urlOf(delivery, allowsLoopback);
      if (url === undefined) return answer({ error: 'address_refused' });
      /** What it is called if the next thing fails. */
      let fault = 'connection_failed';
      // Node connects to what this returns, and asks no resolver again.
      const lookupAllowed: LookupFunction = (hostname, _options, found) => {
        fault = 'name_not_found';
        resolve(hostname).then(
          (addresses) => {
            const refused = addresses.some((each) => !isAllowedAddress(each, allowsLoopback));
            fault = refused ? 'address_refused' : 'connection_failed';
            const [address = ''] = addresses;
            if (refused || address === '') found(new Error(fault), '');
            else found(null, address, 4);
          },
          (error: Error) => found(error, ''),
        );
      };
      const isTls = url.protocol === 'https:';
      const sent = (isTls ? requestHttps : requestHttp)(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'PetStore-Webhooks/1',
          ...signatureHeaders(delivery, Date.now()),
        },
        agent: false,
        autoSelectFamily: false,
        family: 4,
        lookup: lookupAllowed,
        maxHeaderSize: MOST_HEADER_BYTES,
        signal,
      });
      sent.on('socket', (socket) => {
        if (!isTls) return;
        socket.once('connect', () => {
          fault = 'tls_failed';
        });
        socket.once('secureConnect', () => {
          fault = 'connection_failed';
        });
      });
      sent.on('response', (response) => {
        const { statusCode = 0, headers } = response;
        response.destroy();
        answer(
          statusCode < 100
            ? { error: 'answer_invalid' }
            : { status: statusCode, retryAfter: headers['retry-after'] },
        );
      });
      // An answer of 101, whether it names a protocol or not.
      sent.on('upgrade', ({ statusCode = 0 }, socket) => {
        socket.destroy();
        answer({ status: statusCode });
      });
      sent.on('error', (error) => {
        if (signal.aborted) fault = 'timeout';
        else if ('code' in error && String(error.code).startsWith('HPE_')) fault = 'answer_invalid';
        answer({ error: fault });
      });
      sent.end(delivery.body);
    });

/** The rules may have changed since the webhook was created. */
const urlOf = ({ url }: Delivery, allowsLoopback: boolean): URL | undefined => {
  try {
    return parseTargetUrl(url, allowsLoopback);
  } catch {
    return undefined;
  }
};
