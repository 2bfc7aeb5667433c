/**
 * Replaces the SDK's cache of discovered endpoints in bundles. The client for DynamoDB makes one
 * and never reads it; `first-call.test.ts` would notice a version that does.
 */
export class EndpointCache {}
