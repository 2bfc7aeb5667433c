/** What the simulation takes the world to be like. Times are in milliseconds. */
export const WORLD = {
  /** A request to DynamoDB takes so long at least, and on average so much longer. */
  request: { least: 3, more: 2 },
  /** Loading a new instance, its first connection included. */
  coldStart: 100,
  /** An instance takes ten requests a second at most ("Lambda quotas"). */
  spacing: 100,
  /** An instance ends after so long without work, or in service: AWS names no numbers. */
  idle: 5 * 60_000,
  life: 2 * 60 * 60_000,
  /**
   * Writes a second of one item, and of one partition ("Best practices for designing and using
   * partition keys effectively in DynamoDB"), without what it saves up for bursts.
   */
  writes: 1000,
  /** As the SDK does it when throttled: attempts, and the longest wait before the second; it doubles. */
  attempts: 3,
  backoff: 1000,
} as const;
