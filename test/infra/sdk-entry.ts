/** The SDK's packages that functions use as an entry point: `lean-sdk.test.ts` bundles it. */
export * as dynamodb from '@aws-sdk/client-dynamodb';
/** Lambda's as functions use it: most of it is left out. */
export { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
export * as document from '@aws-sdk/lib-dynamodb';
