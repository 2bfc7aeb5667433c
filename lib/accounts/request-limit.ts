import * as z from 'zod/mini';

/** Requests a second, and at once, before API Gateway answers 429. Storage gives whole numbers as bigint. */
export const RequestLimit = z.object({ rate: z.coerce.number(), burst: z.coerce.number() });
export type RequestLimit = z.infer<typeof RequestLimit>;
