import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import {
  AUTHORIZER_CACHE_SECONDS,
  bearerPattern,
  type KeyPrefix,
} from '../../../lib/accounts/api-key.ts';
import type { GatewayErrorType } from '../../stacks/gateway-errors.ts';
import type { Invoke } from './functions.ts';

const Statement = z.object({
  Effect: z.literal('Allow'),
  Action: z.literal('execute-api:Invoke'),
  Resource: z.array(z.string()),
});

/** What an authorizer's answer holds. API Gateway Developer Guide, "Output from an API Gateway Lambda authorizer". */
const Answer = z.object({
  principalId: z.string(),
  policyDocument: z.object({ Statement: z.array(Statement) }),
  context: z.record(z.string(), z.string()),
  usageIdentifierKey: z.string(),
});

/** What functions get as `requestContext.authorizer` for a key that may do what it asks. `principalId` is its account. */
export type Allowed = Readonly<Record<string, string>> & { readonly principalId: string };

/** Decides on the value of a request's `Authorization` header: whose key it is, or how it is refused. */
export type Authorize = ReturnType<typeof createAuthorizer>;

/**
 * Asks the authorizer's function, and keeps its answers, as a TOKEN authorizer of an API does.
 * @param clock in ms
 */
export const createAuthorizer = (
  invoke: Invoke,
  prefix: KeyPrefix,
  clock: { readonly now: () => number } = performance,
) => {
  const pattern = new RegExp(bearerPattern(prefix));
  const answers = new LRUCache<string, z.infer<typeof Answer>>({
    max: 10_000,
    ttl: AUTHORIZER_CACHE_SECONDS * 1000,
    ttlResolution: 0,
    perf: clock,
  });
  return async (
    token: string | undefined,
    methodArn: string,
    requestId: string,
  ): Promise<Allowed | GatewayErrorType> => {
    if (token === undefined || !pattern.test(token)) return 'UNAUTHORIZED';
    let answer = answers.get(token);
    if (answer === undefined) {
      const event = { type: 'TOKEN', authorizationToken: token, methodArn };
      try {
        answer = Answer.parse(await invoke('authorizer', event, requestId));
      } catch (error) {
        const isRefused = error instanceof Error && error.message === 'Unauthorized';
        return isRefused ? 'UNAUTHORIZED' : 'AUTHORIZER_FAILURE';
      }
      answers.set(token, answer);
    }
    const { principalId, context } = answer;
    const isAllowed = answer.policyDocument.Statement.some(({ Resource }) =>
      Resource.some((resource) => matches(resource, methodArn)),
    );
    return isAllowed ? { ...context, principalId } : 'ACCESS_DENIED';
  };
};

/** Whether an ARN matches one in which a star stands for any characters ("IAM JSON policy elements: Resource"). */
const matches = (pattern: string, arn: string): boolean =>
  new RegExp(`^${RegExp.escape(pattern).replaceAll('\\*', '.*')}$`, 's').test(arn);
