import { type IsAnswer, isListOf, isObjectOf } from './answers.ts';
import { parseJson } from './json.ts';
import type { ReadableHeaders } from './options.ts';
import type { Event } from './types.ts';

/** The error of a delivery that the service did not sign, or not in the last five minutes. Answer it with 401. */
export class WebhookSignatureError extends Error {
  override readonly name = 'WebhookSignatureError';
}

/** Headers of a request: those of Node, those of any fetch, or a map. */
type RequestHeaders = HeadersOfNode | ReadableHeaders | ReadonlyMap<string, string>;
type HeadersOfNode = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Seconds: older deliveries, and those of the future, are refused. */
const TOLERANCE = 300;

/**
 * Reads a delivery: verifies its signature, as Standard Webhooks describes it, and then parses it.
 * @param body the bytes as they came, or their text: what a parser wrote again is not what was signed
 * @param secret what the webhook was created with: `whsec_` and base64
 * @throws TypeError if the body or the secret cannot be one, or what was signed is not a list of events
 * @throws WebhookSignatureError if it is not signed with the secret, or is older than five minutes
 */
export const readDelivery = async (
  body: string | ArrayBuffer | Uint8Array,
  headers: RequestHeaders,
  secret: string,
): Promise<readonly Event[]> => {
  if (typeof body !== 'string' && !(body instanceof ArrayBuffer) && !ArrayBuffer.isView(body)) {
    throw new TypeError(
      'body must be bytes or text: give the bytes as they came, before any parser.',
    );
  }
  if (!headers) throw new TypeError('headers are missing: give those of the request.');
  if (!secret) throw new TypeError('secret is missing: give whsec_ and base64.');
  const read = (name: string) => headerOf(headers, name);
  const time = read('webhook-timestamp') ?? '';
  if (!(Math.abs(Date.now() / 1000 - Number(time)) < TOLERANCE)) {
    throw new WebhookSignatureError(
      'The delivery is not of the last five minutes, or has no time.',
    );
  }
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const signed = new TextEncoder().encode(`${read('webhook-id')}.${time}.${text}`);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const bytes = bytesOf(secret.replace(/^whsec_/, ''));
  if (bytes.length === 0) throw new TypeError('secret must be whsec_ and base64.');
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify']);
  for (const each of (read('webhook-signature') ?? '').split(' ')) {
    const signature = each.startsWith('v1,') ? bytesOf(each.slice(3)) : bytesOf('');
    if (await crypto.subtle.verify('HMAC', key, signature, signed)) return eventsOf(text);
  }
  throw new WebhookSignatureError(
    text === ''
      ? 'The body is empty: give the bytes as they came, before any parser.'
      : 'The delivery is not signed with this secret.',
  );
};

const hasGet = (headers: RequestHeaders): headers is ReadableHeaders =>
  !(headers instanceof Map) && 'get' in headers && typeof headers.get === 'function';

/** The value of a header, by its name in any case. */
const headerOf = (headers: RequestHeaders, name: string): string | undefined => {
  if (hasGet(headers)) return headers.get(name) ?? undefined;
  const entries = Object.entries(headers instanceof Map ? Object.fromEntries(headers) : headers);
  return entries.find(([each]) => each.toLowerCase() === name)?.[1]?.toString();
};

/** The bytes of base64; none of a text that is not base64. */
const bytesOf = (base64: string) => {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
};

const isEvents: IsAnswer<Event[]> = isListOf(
  isObjectOf<Event>({ bigint: ['position'], string: ['type'], object: ['data'] }),
);

const eventsOf = (text: string) => {
  const events = parseJson(text);
  if (isEvents(events)) return events;
  throw new TypeError('The delivery is signed, but is not a list of events.');
};
