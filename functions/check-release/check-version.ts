import { setTimeout } from 'node:timers/promises';
import * as z from 'zod/mini';
import { generateApiKey, type KeyPrefix } from '../../lib/accounts/api-key.ts';
import { attempt } from '../../lib/values/attempt.ts';
import { type CheckRequest, operationRequest, unmatchedRequest } from './check-request.ts';

export interface Invocation {
  /** Whether the function threw, or ended in another way without an answer. */
  readonly failed: boolean;
  /** JSON text. */
  readonly payload: string;
}

/** Invokes a version of a function by its ARN and waits for it. */
export type InvokeVersion = (versionArn: string, event: object) => Promise<Invocation>;

/** Storage may be busy for a moment, and IAM needs seconds until a new right holds. */
const CHECK_ATTEMPTS = 5;

/** Functions that do nothing with an event that has no records. */
const TAKE_NO_RECORDS = new Set(['deliverWebhook', 'recordEvents', 'wakeWebhooks']);

const ProxyAnswer = z.object({ statusCode: z.number(), body: z.string() });
const ErrorBody = z.object({ code: z.string() });
const Thrown = z.object({ errorType: z.optional(z.string()), errorMessage: z.string() });

/** Makes a check, and again while it finds a fault, or throws. @param pause milliseconds between attempts */
export const repeatCheck = async (
  check: () => Promise<string | undefined>,
  thrown: string,
  pause = 5000,
): Promise<string | undefined> => {
  for (let attempt = 1; ; attempt += 1) {
    const fault = await check().catch(
      (error: unknown) => `${thrown}: ${error instanceof Error ? error.name : 'unknown'}`,
    );
    if (fault === undefined || attempt === CHECK_ATTEMPTS) return fault;
    await setTimeout(pause);
  }
};

/**
 * Invokes a version of a function once with a request that changes nothing, and again if that fails.
 * @param pause milliseconds between attempts
 * @returns why it cannot serve clients; undefined if it can
 */
export const checkVersion = async (
  invoke: InvokeVersion,
  prefix: KeyPrefix,
  name: string,
  versionArn: string,
  pause?: number,
): Promise<string | undefined> => {
  const run = (event: object) => invoke(versionArn, event);
  const check = () => {
    if (name === 'authorizer') return refuseKey(run, prefix);
    if (TAKE_NO_RECORDS.has(name)) return takeNoRecords(run);
    return answer(run, name === 'unmatched' ? unmatchedRequest() : operationRequest(name));
  };
  const fault = await repeatCheck(check, 'cannot be invoked', pause);
  return fault && `${name} ${fault}`;
};

type Invoke = (event: object) => Promise<Invocation>;

/** Whether a function answers with one of the statuses that the request must get. */
const answer = async (
  invoke: Invoke,
  { event, statuses }: CheckRequest,
): Promise<string | undefined> => {
  const { failed, payload } = await invoke(event);
  if (failed) return `ends without an answer: ${typeOf(payload)}`;
  const { data } = ProxyAnswer.safeParse(parse(payload));
  if (data === undefined) return 'answers with what API Gateway does not take';
  if (statuses.includes(data.statusCode)) return undefined;
  const code = ErrorBody.safeParse(parse(data.body)).data?.code ?? 'without an Error';
  return `answers ${data.statusCode} ${code} in place of ${statuses.join(' or ')}`;
};

/** Whether the authorizer reads storage and refuses a key that nobody has. */
const refuseKey = async (invoke: Invoke, prefix: KeyPrefix): Promise<string | undefined> => {
  const { failed, payload } = await invoke({
    type: 'TOKEN',
    authorizationToken: `Bearer ${generateApiKey(prefix)}`,
    methodArn: 'arn:aws:execute-api:region:account:api/v1/GET/pets',
  });
  if (!failed) return 'lets in a key that nobody has';
  const refused = Thrown.safeParse(parse(payload)).data?.errorMessage === 'Unauthorized';
  return refused ? undefined : `fails to read keys: ${typeOf(payload)}`;
};

const takeNoRecords = async (invoke: Invoke): Promise<string | undefined> => {
  const { failed, payload } = await invoke({ Records: [] });
  return failed ? `fails: ${typeOf(payload)}` : undefined;
};

/** The type of what was thrown: messages may repeat what no log may hold. */
const typeOf = (payload: string): string =>
  Thrown.safeParse(parse(payload)).data?.errorType ?? 'unknown error';

const parse = (text: string): unknown => attempt(() => JSON.parse(text));
