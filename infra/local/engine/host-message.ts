import * as z from 'zod';

/** The one message of an engine's host: the engine's address, or why it did not start. */
export const hostMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready'), endpoint: z.string(), enginePid: z.number() }),
  z.object({ kind: z.literal('folder-in-use'), message: z.string() }),
  z.object({ kind: z.literal('not-started'), message: z.string() }),
]);

export type HostMessage = z.infer<typeof hostMessage>;
