/**
 * The folders of functions that are not operations. API Gateway asks `authorizer`, and `unmatched` for what no operation
 * takes. The streams of tables ask `record-events` and `wake-webhooks`, which asks `deliver-webhook`; a schedule asks it, too. A
 * deployment asks `check-release`. A schedule asks `probe`, on the stages that have one.
 */
export const OTHER_FUNCTIONS = [
  'authorizer',
  'check-release',
  'deliver-webhook',
  'probe',
  'record-events',
  'unmatched',
  'wake-webhooks',
] as const;
