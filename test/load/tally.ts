import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';

/** What became of one request: a success, a 429, or what was not expected, by status and code. */
export type Outcome =
  | { readonly kind: 'success' }
  | { readonly kind: 'limited' }
  | { readonly kind: 'unexpected'; readonly reason: string };

/** Counts the answers of one operation, or of several together. */
export class Tally {
  successes = 0;
  limited = 0;
  unexpected = 0;
  /** How often each status and code came that was not expected. */
  readonly reasons = new Map<string, number>();
  /** Of successes, in microseconds. */
  readonly #latencies: RecordableHistogram = createHistogram();

  add(outcome: Outcome, milliseconds: number): void {
    if (outcome.kind === 'success') {
      this.successes += 1;
      this.#latencies.record(Math.max(1, Math.round(milliseconds * 1000)));
    } else if (outcome.kind === 'limited') {
      this.limited += 1;
    } else {
      this.unexpected += 1;
      this.reasons.set(outcome.reason, (this.reasons.get(outcome.reason) ?? 0) + 1);
    }
  }

  /** All of them, whatever they were. */
  get requests(): number {
    return this.successes + this.limited + this.unexpected;
  }

  /** Milliseconds, to a tenth; undefined without a success. */
  get latency(): { readonly [name in 'p50' | 'p90' | 'p99' | 'max']: number } | undefined {
    if (this.successes === 0) return undefined;
    const at = (share: number) => Math.round(this.#latencies.percentile(share) / 100) / 10;
    return { p50: at(50), p90: at(90), p99: at(99), max: at(100) };
  }
}
