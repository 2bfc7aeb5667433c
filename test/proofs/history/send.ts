import * as z from 'zod';
import { parseJson, writeJson } from '../../../lib/values/json.ts';
import type { Answered, Asked } from './history.ts';

/** The outcome of a request: an answer, no answer, or that it certainly changed nothing. */
export type Outcome =
  | { readonly kind: 'answered'; readonly answer: Answered }
  | { readonly kind: 'open'; readonly why: string }
  | { readonly kind: 'limited'; readonly seconds: number }
  | { readonly kind: 'not-sent' };

const METHODS: Readonly<Record<Asked['op'], string>> = {
  cancelOrder: 'POST',
  completeOrder: 'POST',
  createPet: 'POST',
  deleteCategory: 'DELETE',
  deletePet: 'DELETE',
  getCategory: 'GET',
  getOrder: 'GET',
  getPet: 'GET',
  petsByIds: 'GET',
  placeOrder: 'POST',
  putCategory: 'PUT',
  updatePet: 'PATCH',
};

const pathOf = ({ op, pet, pets, order, category }: Asked): string => {
  if (op === 'createPet') return '/pets';
  if (op === 'petsByIds') return `/pets?ids=${pets}`;
  if (op === 'placeOrder') return '/store/orders';
  if (op === 'getOrder') return `/store/orders/${order}`;
  if (op === 'completeOrder') return `/store/orders/${order}/complete`;
  if (op === 'cancelOrder') return `/store/orders/${order}/cancel`;
  return category === undefined ? `/pets/${pet}` : `/categories/${category}`;
};

const headersOf = ({ key, ifMatch, ifNoneMatch }: Asked): Record<string, string> => ({
  'Content-Type': 'application/json',
  ...(key !== undefined && { 'Idempotency-Key': key }),
  ...(ifMatch !== undefined && { 'If-Match': ifMatch.join(', ') }),
  ...(ifNoneMatch && { 'If-None-Match': '*' }),
});

const bodyOf = ({ op, pet, body }: Asked): unknown => (op === 'placeOrder' ? { petId: pet } : body);

const failure = z.object({ code: z.string() });
const cause = z.object({ cause: failure });

/** The member of an answer that its body goes into. */
const subjectOf = ({ op, category }: Asked): 'category' | 'order' | 'pet' | 'pets' => {
  if (op === 'petsByIds') return 'pets';
  if (op.endsWith('Order')) return 'order';
  return category === undefined ? 'pet' : 'category';
};

const readAnswer = async (asked: Asked, response: Response): Promise<Answered> => {
  const { status, headers } = response;
  const text = await response.text();
  const body = text === '' ? undefined : parseJson(text);
  const etag = headers.get('ETag');
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
  const body = bodyOf(asked);
  try {
    const response = await fetch(`${baseUrl}${pathOf(asked)}`, {
      method: METHODS[asked.op],
      headers: { ...headersOf(asked), Authorization: `Bearer ${apiKey}` },
      signal: AbortSignal.timeout(timeoutMs),
      ...(body !== undefined && { body: writeJson(body) }),
    });
    if (response.status === 429) {
      await response.body?.cancel();
      return { kind: 'limited', seconds: Number(response.headers.get('Retry-After')) };
    }
    const answer = await readAnswer(asked, response);
    return answer.status < 500
      ? { kind: 'answered', answer }
      : { kind: 'open', why: String(answer.status) };
  } catch (error) {
    const { data } = cause.safeParse(error);
    if (data?.cause.code === 'ECONNREFUSED') return { kind: 'not-sent' };
    return { kind: 'open', why: error instanceof Error ? error.name : 'no answer' };
  }
};
