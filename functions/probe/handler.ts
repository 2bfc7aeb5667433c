import * as z from 'zod/mini';
import { generateApiKey, keyPrefix } from '../../lib/accounts/api-key.ts';
import type { ErrorCode } from '../../lib/errors/errors.ts';
import { PROBES_ENV, requireEnv } from '../../lib/process/env.ts';

/** A request that needs an API key: its method and its public address. */
const Probe = z.object({ method: z.string(), url: z.string() });
export type Probe = z.infer<typeof Probe>;

/** A code in the form of ours. Any other text might repeat the key. */
const ErrorBody = z.object({ code: z.string().check(z.regex(/^[a-z_]{1,40}$/)) });

/** What `fetch` throws: `ECONNREFUSED` is in the cause, `TimeoutError` is a name. */
const Failure = z.object({
  name: z.string(),
  cause: z.optional(z.object({ code: z.optional(z.string()) })),
});

/** The answer that an unknown key must get. */
const EXPECTED = '401 unauthorized' satisfies `${number} ${ErrorCode}`;

/** What a probe saw: a status with the code of our Error, or why there was no answer. */
const answerTo = async (
  { method, url }: Probe,
  apiKey: string,
  timeoutMs: number,
): Promise<string> => {
  try {
    const response = await fetch(url, {
      method,
      // A connection that is kept may be dead after the freeze between two minutes.
      headers: { Authorization: `Bearer ${apiKey}`, Connection: 'close' },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const body = ErrorBody.safeParse(await response.json().catch(() => undefined));
    return `${response.status} ${body.success ? body.data.code : 'without an Error of ours'}`;
  } catch (error) {
    const { cause, name } = Failure.parse(error);
    return `no answer (${cause?.code ?? name})`;
  }
};

/**
 * Makes the function that calls the service from outside with a new, well-formed, unknown key. So DNS, gateway,
 * authorizer and DynamoDB must answer, and no secret is needed.
 * @param timeoutMs milliseconds for all answers: Lambda ends the function two seconds after the default
 * @throws Error, by the function that it makes: each address that does not answer our 401, with what it answers, never
 * with the key
 */
export const open =
  (
    probes: readonly Probe[] = z.array(Probe).parse(JSON.parse(requireEnv(PROBES_ENV))),
    prefix = keyPrefix(),
    timeoutMs = 8000,
  ) =>
  async (): Promise<void> => {
    const seen = await Promise.all(
      probes.map(async (probe) => ({
        ...probe,
        answer: await answerTo(probe, generateApiKey(prefix), timeoutMs),
      })),
    );
    const failed = seen.filter(({ answer }) => answer !== EXPECTED);
    if (failed.length === 0) return;
    const answers = failed.map(({ method, url, answer }) => `${method} ${url}: ${answer}`);
    throw new Error(`Not ${EXPECTED}: ${answers.join('; ')}`);
  };
