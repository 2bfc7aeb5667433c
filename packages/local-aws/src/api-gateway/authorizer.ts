import type { APIGatewayTokenAuthorizerEvent } from 'aws-lambda';
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import type { InvocationResult, Invoke } from '../lambda/invocation.ts';
import type { GatewayResponseType } from './gateway-response-types.ts';
import { allowsInvoke, policySchema } from './policy.ts';
import type { Authorizer } from './rest-api.ts';

/** What an authorizer says of one request. */
export type Authorization =
  | {
      readonly kind: 'allowed';
      readonly principal: Principal;
      /** The value of the API key that the request counts for; undefined if it was not said. */
      readonly usageKey: string | undefined;
      readonly integrationLatency: number;
    }
  | { readonly kind: 'refused'; readonly responseType: GatewayResponseType };

/** Who may go on, for requestContext.authorizer: principalId and the authorizer's context, all of it as strings. */
export type Principal = Readonly<Record<string, string>>;

/** Decides on a request by its token and the ARN of the method it is for. */
export type Authorize = (token: string | undefined, methodArn: string) => Promise<Authorization>;

const answerSchema = z.object({
  principalId: z.string(),
  policyDocument: policySchema,
  context: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).nullish(),
  usageIdentifierKey: z.string().nullish(),
});
type Answer = z.output<typeof answerSchema>;

const refused = (responseType: GatewayResponseType): Authorization => ({
  kind: 'refused',
  responseType,
});

/**
 * A TOKEN authorizer: refuses a missing or invalid token unseen, keeps the function's answer per token, and evaluates
 * the answered policy for every request. `clock` is in ms.
 * API Gateway Developer Guide, "Use API Gateway Lambda authorizers".
 */
export function createAuthorizer(
  authorizer: Authorizer,
  invoke: Invoke,
  clock: { now: () => number } = performance,
): Authorize {
  const ttl = authorizer.resultTtlSeconds * 1000;
  const answers = new LRUCache<string, Answer>({ max: 10_000, ttl, ttlResolution: 0, perf: clock });
  return async (token, methodArn) => {
    if (!token || authorizer.validation?.test(token) === false) return refused('UNAUTHORIZED');
    const startedAt = clock.now();
    const event = { type: 'TOKEN', authorizationToken: token, methodArn } as const;
    const kept = answers.get(token);
    const answer = kept ?? (await ask(invoke, authorizer.functionName, event));
    if (typeof answer === 'string') return refused(answer);
    // To this cache a ttl of 0 means for ever.
    if (!kept && ttl > 0) answers.set(token, answer);
    if (!allowsInvoke(answer.policyDocument, methodArn)) return refused('ACCESS_DENIED');
    const integrationLatency = Math.round(clock.now() - startedAt);
    const usageKey = answer.usageIdentifierKey ?? undefined;
    return { kind: 'allowed', principal: principalOf(answer), usageKey, integrationLatency };
  };
}

async function ask(
  invoke: Invoke,
  functionName: string,
  event: APIGatewayTokenAuthorizerEvent,
): Promise<Answer | GatewayResponseType> {
  const result = await invoke(functionName, event);
  if (result.kind !== 'success') return failureOf(result);
  const answer = answerSchema.safeParse(JSON.parse(result.payload));
  return answer.success ? answer.data : 'AUTHORIZER_CONFIGURATION_ERROR';
}

function failureOf(result: InvocationResult): GatewayResponseType {
  const unauthorized = result.kind === 'error' && result.errorMessage === 'Unauthorized';
  return unauthorized ? 'UNAUTHORIZED' : 'AUTHORIZER_FAILURE';
}

function principalOf(answer: Answer): Principal {
  const context = Object.entries(answer.context ?? {})
    .filter(([, value]) => value !== null)
    .map(([name, value]) => [name, String(value)]);
  return { ...Object.fromEntries(context), principalId: answer.principalId };
}
