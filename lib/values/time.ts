import * as z from 'zod/mini';
import { described } from './described.ts';

/** A time of an answer: ISO 8601, in UTC. */
export const time = (description: string) =>
  described(z.string(), description, { format: 'date-time', maxLength: 24 });
