import { setTimeout } from 'node:timers/promises';
import { createMix, type LoadRequest, type OperationId } from './mix.ts';
import { type Outcome, Tally } from './tally.ts';
import type { Target } from './target.ts';

export interface LoadOptions {
  readonly target: Target;
  /** Requests a second. */
  readonly rate: number;
  /** Requests that are under way at once, at most. */
  readonly connections: number;
  /** Requests in all. */
  readonly requests: number;
  /**
   * Seconds after which no more are sent.
   * @default - none: all are sent, however long it takes
   */
  readonly seconds?: number;
  /** Told of each answer. */
  readonly onAnswer?: (result: LoadResult) => Promise<void> | void;
}

/** What came of a load so far. */
export interface LoadResult {
  readonly operations: Readonly<Record<OperationId, Tally>>;
  readonly together: Tally;
  /** How long it took. */
  readonly seconds: number;
}

/** API Gateway answers within 29 s: what takes longer never comes. */
const PATIENCE = 30_000;

/**
 * Sends requests at an even rate. A request that is late because every connection waits for an answer
 * is measured from when it was due, so that a service that stands still cannot hide it.
 */
export const runLoad = async (options: LoadOptions): Promise<LoadResult> => {
  const { target, rate, connections, requests, seconds = Number.POSITIVE_INFINITY } = options;
  const mix = createMix(target);
  const start = performance.now();
  const elapsed = () => (performance.now() - start) / 1000;
  const together = new Tally();
  const operations = {
    listPets: new Tally(),
    getPet: new Tally(),
    createPet: new Tally(),
    createMessage: new Tally(),
  };
  const result = (): LoadResult => ({ operations, together, seconds: elapsed() });

  let next = 0;
  const sendInTurn = async (): Promise<void> => {
    while (next < requests && elapsed() < seconds) {
      const place = next;
      next += 1;
      const due = start + (place * 1000) / rate;
      const early = due - performance.now();
      if (early > 0) await setTimeout(early);
      const from = early > 0 ? performance.now() : due;
      const request = mix(place);
      const apiKey = target.apiKeys[place % target.apiKeys.length] ?? target.apiKeys[0];
      const outcome = await send(request, apiKey);
      const milliseconds = performance.now() - from;
      operations[request.operation].add(outcome, milliseconds);
      together.add(outcome, milliseconds);
      await options.onAnswer?.(result());
    }
  };
  await Promise.all(Array.from({ length: connections }, sendInTurn));
  return result();
};

const send = async (
  { url, body, status, learn }: LoadRequest,
  apiKey: string,
): Promise<Outcome> => {
  try {
    const answer = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body }),
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE),
    });
    const text = await answer.text();
    if (answer.status === 429) return { kind: 'limited' };
    if (answer.status !== status) {
      return { kind: 'unexpected', reason: `${answer.status} ${codeOf(text)}` };
    }
    learn?.({ link: answer.headers.get('Link'), body: text });
    return { kind: 'success' };
  } catch (error) {
    return { kind: 'unexpected', reason: reasonOf(error) };
  }
};

const codeOf = (text: string): string =>
  /"code":"([a-z_]{1,40})"/.exec(text)?.[1] ?? 'without a code';

/** Node's name for what broke: fetch hides it in the cause. */
const reasonOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return 'no answer';
  return `no answer: ${'code' in cause && cause.code !== '' ? cause.code : cause.message}`;
};
