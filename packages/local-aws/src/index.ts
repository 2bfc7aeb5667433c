/** All that others may import of this package. */

// To serve a stack.
export type { AccessLogEntry } from './api-gateway/access-log.ts';
export type { FindLimit } from './api-gateway/client-throttle.ts';
export { type GatewayReply, headerValue, type RequestHead } from './api-gateway/gateway-message.ts';
// To test one: what its template says, its tables without its APIs, and its functions without a gateway.
export {
  type GatewayResponseType,
  gatewayResponseTypes,
} from './api-gateway/gateway-response-types.ts';
export { readRestApis } from './api-gateway/rest-apis.ts';
export { readUsagePlan } from './api-gateway/usage-plan.ts';
export { TemplateError } from './cloudformation/intrinsics.ts';
export { readStackTemplate, type StackTemplate } from './cloudformation/template.ts';
export { createTables } from './dynamodb/create-tables.ts';
export { startEmbeddedDynamoDB } from './dynamodb/embedded-dynamodb.ts';
export { clientConfig, type OpenedEngine } from './dynamodb/open-engine.ts';
export { hostEngine, joinEngine } from './dynamodb/shared-engine.ts';
export { writeInFolder } from './dynamodb/write-in-folder.ts';
export { functionEnvironment } from './lambda/function-environment.ts';
export type { InvocationResult } from './lambda/invocation.ts';
export { type LambdaFunction, readFunction, readFunctions } from './lambda/lambda-functions.ts';
export { createLambdaService } from './lambda/lambda-service.ts';
export { createSourceLines } from './lambda/source-map.ts';
export { PortError, type Served, type ServeOptions, serve } from './serve.ts';
export { StartupError } from './startup-error.ts';
export { filterPattern, matchesPattern } from './streams/filter-pattern.ts';
