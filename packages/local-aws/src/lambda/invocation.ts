/** The result of one invocation of a function. */
export type InvocationResult =
  | { readonly kind: 'success' /** The returned value as JSON text. */; readonly payload: string }
  | ({ readonly kind: 'error' } & FunctionError)
  | { readonly kind: 'timeout' }
  | { readonly kind: 'not-emulated'; readonly reason: string };

/** An error as Lambda reports it. Lambda Developer Guide, "Handling errors in Lambda". */
export interface FunctionError {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly trace: readonly string[];
}

/**
 * Invokes a function by its name and waits for it. Rejects only when there is no such function.
 * `requestId` is in the lines that it prints. @default a new one
 */
export type Invoke = (
  functionName: string,
  event: unknown,
  requestId?: string,
) => Promise<InvocationResult>;
