import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import type { InvocationResult, Invoke } from '../lambda/invocation.ts';
import type { AuthorizerRequest } from './authorizer-request.ts';
import type { GatewayResponseType } from './gateway-response-types.ts';
import { allowsInvoke, policySchema } from './policy.ts';
import type { Authorizer } from './rest-api.ts';

/** An authorizer's decision on one request. */
export type Authorization =
  | {
      readonly kind: 'allowed';
      readonly principal: Principal;
      /** The value of the API key that the request counts for; undefined if the authorizer did not name one. */
      readonly usageKey: string | undefined;
      readonly integrationLatency: number;
    }
  | { readonly kind: 'refused'; readonly responseType: GatewayResponseType }
  | { readonly kind: 'not-emulated'; readonly reason: string };

/** The value of requestContext.authorizer: principalId and the authorizer's context, all of it as strings. */
export type Principal = Readonly<Record<string, string>>;

/** Decides on a request by its identity and the ARN of the method it is for. */
export type Authorize = (request: AuthorizerRequest) => Promise<Authorization>;

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
 * A Lambda authorizer. It refuses a request whose identity is missing or invalid without a call of
 * the function. It caches the function's answer by identity, and evaluates the policy for every
 * request. `clock` is in ms. API Gateway Developer Guide, "Use API Gateway Lambda authorizers";
 * CloudFormation Template Reference, "AWS::ApiGateway::Authorizer": IdentitySource.
 */
export const createAuthorizer = (
  authorizer: Authorizer,
  invoke: Invoke,
  clock: { now: () => number } = performance,
): Authorize => {
  const ttl = authorizer.resultTtlSeconds * 1000;
  const answers = new LRUCache<string, Answer>({ max: 10_000, ttl, ttlResolution: 0, perf: clock });
  const isValid = (value: string | undefined): boolean =>
    !!value && authorizer.validation?.test(value) !== false;
  return async ({ requestId, identity, event }) => {
    if (!identity.every(isValid)) return refused('UNAUTHORIZED');
    const startedAt = clock.now();
    const cacheKey = JSON.stringify(identity);
    const kept = answers.get(cacheKey);
    const answer = kept ?? (await ask(() => invoke(authorizer.functionName, event, requestId)));
    if ('kind' in answer) return answer;
    // This cache takes a ttl of 0 as "for ever".
    if (!kept && ttl > 0 && identity.length > 0) answers.set(cacheKey, answer);
    if (!allowsInvoke(answer.policyDocument, event.methodArn)) return refused('ACCESS_DENIED');
    const integrationLatency = Math.round(clock.now() - startedAt);
    const usageKey = answer.usageIdentifierKey ?? undefined;
    return { kind: 'allowed', principal: principalOf(answer), usageKey, integrationLatency };
  };
};

const ask = async (invoke: () => Promise<InvocationResult>): Promise<Answer | Authorization> => {
  const result = await invoke();
  if (result.kind === 'not-emulated') return result;
  if (result.kind !== 'success') return refused(failureOf(result));
  const answer = answerSchema.safeParse(JSON.parse(result.payload));
  return answer.success ? answer.data : refused('AUTHORIZER_CONFIGURATION_ERROR');
};

const failureOf = (result: InvocationResult): GatewayResponseType => {
  const unauthorized = result.kind === 'error' && result.errorMessage === 'Unauthorized';
  return unauthorized ? 'UNAUTHORIZED' : 'AUTHORIZER_FAILURE';
};

const principalOf = (answer: Answer): Principal => {
  const context = Object.entries(answer.context ?? {})
    .filter(([, value]) => value !== null)
    .map(([name, value]) => [name, String(value)]);
  return { ...Object.fromEntries(context), principalId: answer.principalId };
};
