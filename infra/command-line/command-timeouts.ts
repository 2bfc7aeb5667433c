/**
 * How long a command that a person has started waits for DynamoDB, in milliseconds: the person may be far away, or
 * the machine busy. Functions wait as `lib/time-budget.ts` says.
 */
export const COMMAND_TIMEOUTS = {
  requestHandler: {
    connectionTimeout: 5000,
    requestTimeout: 20_000,
    throwOnRequestTimeout: true,
  },
} as const;
