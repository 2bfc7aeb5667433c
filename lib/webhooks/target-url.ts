import { isIPv4 } from 'node:net';
import { RequestError } from '../errors/request-error.ts';
import { LONGEST_URL } from './webhook.ts';

/** Letters, digits, hyphens and underscores between dots, as the URL parser writes names of any script. */
const HOST_NAME = /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z][a-z0-9-]*$/;

/** Names that no public DNS server resolves, or should. */
const PRIVATE_NAME = /(?:^|\.)(?:internal|local|localhost)$/;

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

/**
 * Reads the URL that a webhook sends to. The checks are of the parsed URL, as the parser knows every notation of an
 * address: store, show and send to the result. The addresses of its host name are checked at each connection, not here.
 * @param allowsLoopback whether this machine is allowed too, by http as well, at any port: on the local server
 * @throws RequestError `webhook_url_refused`, with the rule that the URL breaks
 */
export const parseTargetUrl = (text: string, allowsLoopback: boolean): URL => {
  const url = URL.parse(text);
  if (url === null) throw new RequestError('webhook_url_refused', 'url is not a valid URL.');
  const fault = faultOf(url, allowsLoopback);
  if (fault) throw new RequestError('webhook_url_refused', `url ${fault}.`);
  return url;
};

const faultOf = (url: URL, allowsLoopback: boolean): string | undefined => {
  const { hostname, href, password, port, protocol, username } = url;
  if (href.length > LONGEST_URL) return `must be at most ${LONGEST_URL} characters long`;
  if (username || password) return 'must not contain a user name or a password';
  if (href.includes('#')) return 'must not have a fragment';
  if (allowsLoopback && LOOPBACK.has(hostname) && /^https?:$/.test(protocol)) return undefined;
  if (protocol !== 'https:') return 'must begin with https://';
  if (port !== '') return 'must have the port 443, which is the default';
  if (isIPv4(hostname) || hostname.startsWith('[')) return 'must have a host name, not an address';
  if (PRIVATE_NAME.test(hostname)) return 'must have a public host name';
  if (!HOST_NAME.test(hostname)) return 'must have a whole host name, such as hooks.example.com';
  return undefined;
};
