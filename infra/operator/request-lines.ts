import * as z from 'zod';

/** A line of a stage's logs. */
export interface LogLine {
  /** In UTC, to the millisecond. */
  readonly time: string;
  /** Who wrote it: `createPet`, `PetsApiAccess`. */
  readonly writer: string;
  readonly text: string;
}

/** Finds the lines that contain one of some ids, the oldest first. */
export type FindLines = (ids: readonly string[]) => Promise<readonly LogLine[]>;

/** What a line of the access log says about its request. API Gateway writes `-` where it has no value. */
const AccessLogLine = z.object({
  integrationRequestId: z.string(),
  authorizerRequestId: z.string(),
});

/**
 * Finds all lines of a request by its `X-Request-Id` or `x-amz-apigw-id`. Lambda's own lines have another id, which the
 * access log names.
 */
export const requestLines = async (find: FindLines, id: string): Promise<readonly LogLine[]> => {
  const lines = await find([id]);
  const invocations = lines.flatMap(({ text }) => invocationsOf(text));
  return invocations.length === 0 ? lines : find([id, ...invocations]);
};

const invocationsOf = (text: string): readonly string[] => {
  if (!text.startsWith('{')) return [];
  const { data } = AccessLogLine.safeParse(JSON.parse(text));
  return Object.values(data ?? {}).filter((id) => id !== '-');
};
