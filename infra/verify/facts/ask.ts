import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';
import type { Fact } from './fact.ts';

/** A service to ask over HTTP: any stage, or a local server. */
export interface Service {
  /** The base address of the pets, without a slash at its end. */
  readonly baseUrl: string;
  /** With full access. */
  readonly apiKey: string;
  /** Empty where no fact needs it. */
  readonly readOnlyKey: string;
}

/** A fact that can be checked with an address and a key. */
export type HttpFact = Fact<Service>;

export interface Question {
  /** @default 'GET' */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes have no content type, a text is sent as JSON. */
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /** The `Authorization` header. @default the full key */
  readonly authorization?: string | undefined;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Sends one request, and repeats it after `Retry-After`. */
export const ask = async (
  service: Pick<Service, 'apiKey' | 'baseUrl'>,
  path: string,
  question: Question = {},
): Promise<Reply> => {
  const { method = 'GET', headers, body } = question;
  const authorization =
    'authorization' in question ? question.authorization : `Bearer ${service.apiKey}`;
  const response = await fetch(`${service.baseUrl}${path}`, {
    method,
    headers: {
      ...(authorization !== undefined && { Authorization: authorization }),
      ...(typeof body === 'string' && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  });
  const { status } = response;
  const reply = { status, headers: response.headers, text: await response.text() };
  if (status !== 429) return reply;
  await setTimeout(1000 * Number(reply.headers.get('Retry-After') ?? 1));
  return ask(service, path, question);
};

const ErrorBody = z.object({ code: z.string() });

/** A reply in one line: its status, and the code of an Error, or the text if it is not one. */
export const inShort = ({ status, text }: Reply): string => {
  if (status < 400) return String(status);
  const { data } = ErrorBody.safeParse(jsonOf(text));
  return `${status} ${data?.code ?? text.slice(0, 80)}`;
};

/** The JSON value of a text; undefined if it is not JSON. */
export const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
