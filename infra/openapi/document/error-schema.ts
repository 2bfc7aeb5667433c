import * as z from 'zod';
import { ERRORS } from '../../../lib/errors/errors.ts';

/** The Error of the interface, as documents describe it. */
export const ErrorSchema = z
  .strictObject({
    // Not an enum: generated clients would fail on a code that comes later.
    code: z
      .string()
      .regex(/^[a-z]+(?:_[a-z]+)*$/)
      .max(64)
      .meta({
        description:
          'For programs: stable, and explained among the error codes. Others may join these.',
        'x-extensible-enum': Object.keys(ERRORS),
      }),
    message: z.string().regex(/\S/).max(2000).meta({
      description: 'For people: what was wrong, and how to fix the request. May change.',
    }),
    status: z
      .number()
      .meta({ type: 'integer', format: 'int32', minimum: 400, maximum: 599 })
      .describe('Repeats the HTTP status.'),
  })
  .meta({ id: 'Error', description: 'Every answer that is not a success.' });
