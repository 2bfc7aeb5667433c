import { setTimeout } from 'node:timers/promises';
import type { Fact } from './fact.ts';

/** A service to ask over HTTP: any stage, or a local server. */
export interface Service {
  /** The base address of the pets, without a slash at its end. */
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** A fact that can be checked with an address and a key. */
export type HttpFact = Fact<Service>;

export interface Question {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /** @default 'application/json' */
  readonly type?: string;
  /** null sends none. @default the service's key */
  readonly authorization?: string | null;
}

export type Reply = Pick<Response, 'headers' | 'status'> & { readonly text: string };

/**
 * Sends one request, and repeats it after `Retry-After`.
 * @param request such as `/pets`, or `PUT /pets`
 */
export const ask = async (
  service: Service,
  request: string,
  question: Question = {},
): Promise<Reply> => {
  const { body = null, type = 'application/json', headers, authorization } = question;
  const key = authorization === undefined ? `Bearer ${service.apiKey}` : authorization;
  const [path = '', method = 'GET'] = request.split(' ').reverse();
  const response = await fetch(`${service.baseUrl}${path}`, {
    method,
    headers: {
      ...(key !== null && { Authorization: key }),
      ...(body !== null && { 'Content-Type': type }),
      ...headers,
    },
    body,
  });
  const text = await response.text();
  if (response.status !== 429) return { status: response.status, headers: response.headers, text };
  await setTimeout(1000 * Number(response.headers.get('Retry-After') ?? 1));
  return ask(service, request, question);
};

/** A reply in one line: its status, and the code of an Error, or the text if it is not one. */
export const inShort = ({ status, text }: Reply): string => {
  if (status < 400) return String(status);
  const [, code] = /"code":"(\w+)"/.exec(text) ?? [];
  return `${status} ${code ?? text.slice(0, 80)}`;
};
