import type * as z from 'zod/mini';

/** A schema that takes anything and gives `T`. */
export type Schema<T = unknown> = z.ZodMiniType<T>;
