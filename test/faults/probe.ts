import { TIME_BUDGET } from '../../lib/time-budget.ts';
import type { Answer } from '../support/client.ts';
import type { FaultyStage } from './stage.ts';

/** A request that was sent, and what came back. */
export interface Sent {
  /** What is its own among all requests: a name, a text, an API key. */
  readonly mark: string;
  readonly answer: Answer;
}

/** One kind of request to a stage, and what must be true of its answers. */
export interface Probe {
  /**
   * Before faults begin: makes what so many requests need.
   * @default - they need nothing
   */
  readonly prepare?: (requests: number) => Promise<void>;
  /** Sends one, unlike all before it. */
  readonly send: () => Promise<Sent>;
  /** Whether it was answered as it is without faults. */
  readonly succeeded: (sent: Sent) => boolean;
  /** Once faults are over: holds what was answered against the store. Gives the writes checked. */
  readonly verify: (sent: readonly Sent[]) => Promise<number>;
}

/** Prepares a stage for a kind of request. */
export type OpenProbe = (stage: FaultyStage) => Promise<Probe>;

/** How long a request is sent again, in milliseconds: as long as three that each end by their time budget. */
const TIMEOUT_MS = 3 * TIME_BUDGET.operation;

/**
 * Sends a request, and again while it is answered 503 or 504, as it may be without faults where the machine
 * is slow. Gives the last answer.
 */
export const retryUnavailable = async <Result extends { readonly status: number }>(
  send: () => Promise<Result>,
): Promise<Result> => {
  const end = Date.now() + TIMEOUT_MS;
  let answer = await send();
  while (answer.status > 500 && Date.now() < end) answer = await send();
  return answer;
};
