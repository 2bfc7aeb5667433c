/**
 * Stands for parts of the SDK that no function reaches: 18 kB together, 3% to 4% of a cold start. An
 * error is clearer than a missing name.
 */
function leftOut(): never {
  throw new Error(
    'This part of the AWS SDK is left out of bundles (infra/stacks/bundle/lean-sdk.ts)',
  );
}

export {
  leftOut as AdaptiveRetryStrategy,
  leftOut as getInstanceMetadataRegion,
  leftOut as loggerMiddleware,
  leftOut as loggerMiddlewareOptions,
  leftOut as resolveParamsForS3,
  leftOut as Sha256Js,
  leftOut as schemaLogFilter,
};

/** Every signer makes one, and reads it for event streams only. */
export class HeaderFormatter {}

/** The protocol of the client for DynamoDB makes one, and never reads it. */
export class DynamoDBJsonCodec2 {}

/** Commands look for event streams in their schemas. */
export const NormalizedSchema = { of: () => ({ getEventStreamMember: () => '' }) };

/** No client has a logger. */
export const getLoggerPlugin = () => ({ applyToStack: () => {} });

/** The client for DynamoDB makes one, and never reads it; `first-call.test.ts` would notice a version that does. */
export class EndpointCache {}
