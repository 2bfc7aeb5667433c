import * as z from 'zod/mini';

/** Requests a second, and at once, before API Gateway answers 429. */
export const RequestLimit = z.object({ rate: z.number(), burst: z.number() });
export type RequestLimit = z.infer<typeof RequestLimit>;

/** What accounts are on: it says how much each of them may send. Operators move accounts between them. */
export const Plan = z.enum(['standard', 'large', 'bulk']);
export type Plan = z.infer<typeof Plan>;

export const PlanLimits = z.record(Plan, RequestLimit);
