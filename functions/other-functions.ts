/**
 * The folders of functions that are not operations: API Gateway asks `authorizer`, and `unmatched` for what no operation
 * takes; a deployment asks `check-release`; a schedule asks `probe`, on the stages that have one.
 */
export const OTHER_FUNCTIONS = ['authorizer', 'check-release', 'probe', 'unmatched'] as const;
