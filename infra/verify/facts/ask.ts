import { setTimeout } from 'node:timers/promises';

/** A service to ask over HTTP: a stage, or a local server. */
export interface Service {
  /** The base address of the pets, without a slash at its end. */
  readonly baseUrl: string;
  /** An empty one is not sent. */
  readonly apiKey: string;
}

export type Question = Pick<RequestInit, 'body' | 'headers'>;

export type Reply = Pick<Response, 'headers' | 'status'> & { readonly text: string };

/**
 * Sends one request, and repeats it after `Retry-After`.
 * @param request such as `/pets`, or `PUT /pets`
 * @param question its body, which is JSON by default, and headers
 */
export const ask = async (
  service: Service,
  request: string,
  question: Question = {},
): Promise<Reply> => {
  const [path = '', method = 'GET'] = request.split(' ').reverse();
  const sent = new Headers(question.headers);
  if (service.apiKey !== '') sent.set('Authorization', `Bearer ${service.apiKey}`);
  if (question.body && !sent.has('Content-Type')) sent.set('Content-Type', 'application/json');
  const url = `${service.baseUrl}${path}`;
  const response = await fetch(url, { ...question, method, headers: sent });
  const { status, headers } = response;
  const text = await response.text();
  if (status !== 429) return { status, headers, text };
  await setTimeout(1000 * Number(headers.get('Retry-After') ?? 1));
  return ask(service, request, question);
};

/** A reply in one line: its status, and the code of an Error, or the text if it is not one. */
export const inShort = ({ status, text }: Reply): string =>
  status < 400 ? `${status}` : `${status} ${/"code":"(\w+)"/.exec(text)?.[1] ?? text.slice(0, 80)}`;
