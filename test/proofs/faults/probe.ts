import { TIME_BUDGET } from '../../../lib/process/time-budget.ts';
import type { Answer } from '../../support/client.ts';
import type { FaultyStage } from './stage.ts';

/** A request that was sent, and what came back. */
export interface Sent {
  /** A name, a text or an API key that is unique among all requests. */
  readonly mark: string;
  readonly answer: Answer;
}

/** One kind of request to a stage, and the checks of its answers. */
export interface Probe {
  /**
   * Before faults begin: prepares data for this many requests.
   * @default - they need none
   */
  readonly prepare?: (requests: number) => Promise<void>;
  /** Sends one request, different from all before it. */
  readonly send: () => Promise<Sent>;
  /** Whether it got the same answer as without faults. */
  readonly succeeded: (sent: Sent) => boolean;
  /** After the faults: compares the answers with the store. Returns the number of writes that it checked. */
  readonly verify: (sent: readonly Sent[]) => Promise<number>;
}

/** Prepares a stage for a kind of request. */
export type OpenProbe = (stage: FaultyStage) => Promise<Probe>;

/** How long a request is repeated: as long as three that each use up their time budget. */
const TIMEOUT_MS = 3 * TIME_BUDGET.operation;

/**
 * Sends a request, and repeats it while the answer is 503 or 504, as it may be on a slow machine
 * even without faults. Returns the last answer.
 */
export const retryUnavailable = async <Result extends { readonly status: number }>(
  send: () => Promise<Result>,
): Promise<Result> => {
  const end = Date.now() + TIMEOUT_MS;
  let answer = await send();
  while (answer.status > 500 && Date.now() < end) answer = await send();
  return answer;
};
