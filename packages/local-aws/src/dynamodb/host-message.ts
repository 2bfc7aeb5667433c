import * as z from 'zod';

/** What an engine's host prints, once: where the engine is, or why there is none. */
export const hostMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready'), endpoint: z.string(), enginePid: z.number() }),
  z.object({ kind: z.literal('folder-in-use'), message: z.string() }),
  z.object({ kind: z.literal('not-started'), message: z.string() }),
]);

export type HostMessage = z.infer<typeof hostMessage>;
