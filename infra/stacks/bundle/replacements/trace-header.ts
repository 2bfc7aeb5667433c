import { HttpRequest } from '@smithy/core/transport';
import type { BuildHandler } from '@smithy/types';

/**
 * Replaces the SDK's middleware that sends the trace of an invocation along: it asks a store that
 * only functions with several invocations at a time need. 3 kB.
 */
export const recursionDetectionMiddleware =
  () =>
  <Input extends object, Output extends object>(next: BuildHandler<Input, Output>) =>
  async (args: Parameters<typeof next>[0]) => {
    const { AWS_LAMBDA_FUNCTION_NAME: name, _X_AMZN_TRACE_ID: trace } = process.env;
    if (name && trace && HttpRequest.isInstance(args.request)) {
      args.request.headers['X-Amzn-Trace-Id'] ??= trace;
    }
    return next(args);
  };
