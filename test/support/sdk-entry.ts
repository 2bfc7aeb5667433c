/** The SDK's packages for DynamoDB as an entry point: `lean-sdk.test.ts` bundles it. */
export * as dynamodb from '@aws-sdk/client-dynamodb';
export * as document from '@aws-sdk/lib-dynamodb';
