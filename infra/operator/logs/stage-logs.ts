/** A row of a result: values by their names. */
export type LogRow = Readonly<Record<string, string>>;

/**
 * The logs of a stage since a time. `of` is one function or API; without it all.
 * @throws UsageError if AWS has no such part
 * @throws RefusedError if AWS does not carry the query out
 */
export interface StageLogs {
  /**
   * The newest 1,000 lines that match all patterns, the oldest first: `@timestamp`, `@log` (`functions`, or an API such as
   * `pets-api`), `part` (the function), and `@message`. Or as many as 10,000 ("CloudWatch Logs quotas"), until a time.
   */
  readonly find: (
    patterns: readonly string[],
    of?: string,
    span?: { readonly until?: Date; readonly most?: number },
  ) => Promise<readonly LogRow[]>;
  /** Counts them by `FIELDS`, the most first: `lines`, and the times of the `first` and the `last`. */
  readonly count: (patterns: readonly string[], of?: string) => Promise<readonly LogRow[]>;
  /** Asks in the language of Logs Insights, which the local stage does not understand. */
  readonly query: (query: string, of?: string) => Promise<readonly LogRow[]>;
}
