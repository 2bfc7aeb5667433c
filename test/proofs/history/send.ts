import * as z from 'zod';
import { parseJson, writeJson } from '../../../lib/values/json.ts';
import type { Answered, Asked } from './history.ts';

/** The outcome of a request: an answer, no answer, or that it certainly changed nothing. */
export type Outcome =
  | { readonly kind: 'answered'; readonly answer: Answered }
  | { readonly kind: 'open'; readonly why: string }
  | { readonly kind: 'limited'; readonly seconds: number }
  | { readonly kind: 'not-sent' };

/** A request as it is sent. */
interface Request {
  readonly method: 'DELETE' | 'GET' | 'PATCH' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: unknown;
}

const requestOf = ({ op, pet, pets, order, category, body }: Asked): Request => {
  switch (op) {
    case 'createPet':
      return { method: 'POST', path: '/pets', body };
    case 'getPet':
      return { method: 'GET', path: `/pets/${pet}` };
    case 'petsByIds':
      return { method: 'GET', path: `/pets?ids=${pets}` };
    case 'updatePet':
      return { method: 'PATCH', path: `/pets/${pet}`, body };
    case 'deletePet':
      return { method: 'DELETE', path: `/pets/${pet}` };
    case 'placeOrder':
      return { method: 'POST', path: '/store/orders', body: { petId: pet } };
    case 'getOrder':
      return { method: 'GET', path: `/store/orders/${order}` };
    case 'completeOrder':
      return { method: 'POST', path: `/store/orders/${order}/complete` };
    case 'cancelOrder':
      return { method: 'POST', path: `/store/orders/${order}/cancel` };
    case 'getCategory':
      return { method: 'GET', path: `/categories/${category}` };
    case 'putCategory':
      return { method: 'PUT', path: `/categories/${category}`, body };
    case 'deleteCategory':
      return { method: 'DELETE', path: `/categories/${category}` };
  }
};

const headersOf = ({ key, ifMatch, ifNoneMatch }: Asked): Record<string, string> => ({
  ...(key !== undefined && { 'Idempotency-Key': key }),
  ...(ifMatch !== undefined && { 'If-Match': ifMatch.join(', ') }),
  ...(ifNoneMatch && { 'If-None-Match': '*' }),
});

const failure = z.object({ code: z.string() });
const cause = z.object({ cause: failure });

/** The member of an answer that its body goes into. */
const subjectOf = ({ op, category }: Asked): 'category' | 'order' | 'pet' | 'pets' => {
  if (op === 'petsByIds') return 'pets';
  if (op.endsWith('Order')) return 'order';
  return category === undefined ? 'pet' : 'category';
};

const readAnswer = (asked: Asked, { status, headers }: Response, text: string): Answered => {
  const etag = headers.get('ETag');
  const body = text === '' ? undefined : parseJson(text);
  return {
    status,
    ...(etag !== null && { etag }),
    ...(headers.get('Idempotent-Replayed') === 'true' && { replayed: true }),
    ...(status >= 400 ? failure.parse(body) : body !== undefined && { [subjectOf(asked)]: body }),
  };
};

/**
 * Sends a request once.
 * @param timeoutMs ms that it waits for the answer
 */
export const send = async (
  asked: Asked,
  { baseUrl, apiKey }: { readonly baseUrl: string; readonly apiKey: string },
  timeoutMs: number,
): Promise<Outcome> => {
  const { method, path, body } = requestOf(asked);
  let response: Response;
  let text: string;
  try {
    response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        'Content-Type': 'application/json',
        ...headersOf(asked),
        Authorization: `Bearer ${apiKey}`,
      },
      signal: AbortSignal.timeout(timeoutMs),
      ...(body !== undefined && { body: writeJson(body) }),
    });
    text = await response.text();
  } catch (error) {
    const { data } = cause.safeParse(error);
    if (data?.cause.code === 'ECONNREFUSED') return { kind: 'not-sent' };
    return { kind: 'open', why: error instanceof Error ? error.name : 'no answer' };
  }
  const { status, headers } = response;
  if (status === 429) return { kind: 'limited', seconds: Number(headers.get('Retry-After')) };
  if (status >= 500) return { kind: 'open', why: String(status) };
  return { kind: 'answered', answer: readAnswer(asked, response, text) };
};
