/**
 * How long a command, or the local server itself, waits for DynamoDB, in ms. It may run far away from AWS, or on a busy machine.
 * The limits of functions are in `lib/process/time-budget.ts`.
 */
export const COMMAND_TIMEOUTS = {
  requestHandler: {
    connectionTimeout: 5000,
    requestTimeout: 20_000,
    throwOnRequestTimeout: true,
    // An answer that stops halfway.
    socketTimeout: 20_000,
  },
} as const;
