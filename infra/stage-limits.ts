import type { Limit } from '../lib/accounts/limit.ts';
import type { Stage } from './stage-identity.ts';

/** What API Gateway lets through of a stage's requests. */
export interface StageLimits {
  /** What each API takes from all clients together. */
  readonly all: Limit;
  /**
   * What each operation that writes takes from all clients together: every id comes from one counter,
   * which takes about a thousand a second.
   */
  readonly writes: Limit;
  /**
   * What each account may send to all APIs together, unless an operator gave it a limit of its own: a
   * fifth of what one API takes in a second, and two fifths of what one operation that writes takes, in
   * a second and at once, so that one account cannot use up what the others need.
   */
  readonly account: Limit;
}

/** Apart from the rest of a stage's settings, as reading those loads the CDK: a third of a second. */
export const LIMITS: Readonly<Record<Stage, StageLimits>> = {
  staging: {
    all: { rate: 500, burst: 500 },
    writes: { rate: 250, burst: 500 },
    account: { rate: 100, burst: 200 },
  },
  production: {
    all: { rate: 1000, burst: 2000 },
    writes: { rate: 500, burst: 500 },
    account: { rate: 200, burst: 200 },
  },
};
