import * as z from 'zod/mini';

/** A time of an answer: ISO 8601, in UTC. */
export const time = (description: string) =>
  z.string().check(z.meta({ format: 'date-time', maxLength: 24, description }));
