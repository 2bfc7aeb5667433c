import * as z from 'zod';
import { type Answer, type Service, send } from '../../support/client.ts';
import type { Answered, Asked } from './history.ts';

/** The outcome of a request: an answer, no answer, or that it certainly changed nothing. */
export type Outcome =
  | { readonly kind: 'answered'; readonly answer: Answered }
  | { readonly kind: 'open'; readonly why: string }
  | { readonly kind: 'limited'; readonly seconds: number }
  | { readonly kind: 'not-sent' };

/** The request of each operation, by its method, its path, and maybe a body. */
const REQUESTS: Readonly<
  Record<Asked['op'], (asked: Asked) => readonly [method: string, path: string, body?: unknown]>
> = {
  createPet: ({ body }) => ['POST', '/pets', body],
  getPet: ({ pet }) => ['GET', `/pets/${pet}`],
  petsByIds: ({ pets }) => ['GET', `/pets?ids=${pets}`],
  updatePet: ({ pet, body }) => ['PATCH', `/pets/${pet}`, body],
  deletePet: ({ pet }) => ['DELETE', `/pets/${pet}`],
  placeOrder: ({ pet }) => ['POST', '/store/orders', { petId: pet }],
  getOrder: ({ order }) => ['GET', `/store/orders/${order}`],
  completeOrder: ({ order }) => ['POST', `/store/orders/${order}/complete`],
  cancelOrder: ({ order }) => ['POST', `/store/orders/${order}/cancel`],
  getCategory: ({ category }) => ['GET', `/categories/${category}`],
  putCategory: ({ category, body }) => ['PUT', `/categories/${category}`, body],
  deleteCategory: ({ category }) => ['DELETE', `/categories/${category}`],
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

const readAnswer = (asked: Asked, { status, headers, body }: Answer): Answered => {
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
export const ask = async (asked: Asked, service: Service, timeoutMs: number): Promise<Outcome> => {
  const [method, path, body] = REQUESTS[asked.op](asked);
  let answer: Answer;
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    answer = await send(service, path, { method, body, headers: headersOf(asked), signal });
  } catch (error) {
    const { data } = cause.safeParse(error);
    if (data?.cause.code === 'ECONNREFUSED') return { kind: 'not-sent' };
    return { kind: 'open', why: error instanceof Error ? error.name : 'no answer' };
  }
  const { status, headers } = answer;
  if (status === 429) return { kind: 'limited', seconds: Number(headers.get('Retry-After')) };
  if (status >= 500) return { kind: 'open', why: String(status) };
  return { kind: 'answered', answer: readAnswer(asked, answer) };
};
