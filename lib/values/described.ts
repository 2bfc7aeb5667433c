import * as z from 'zod/mini';

/** A schema with what the OpenAPI document says of it. With an `id` it is a component of the document. */
export const described = <Described extends z.ZodMiniType>(
  schema: Described,
  description: string,
  more: z.core.GlobalMeta = {},
): Described => schema.check(z.meta({ ...more, description }));

/** An object that is a component of the document. */
export const component = <Members extends z.core.$ZodLooseShape>(
  id: string,
  description: string,
  members: Members,
) => described(z.object(members), description, { id });

/** A time of an answer: ISO 8601, in UTC. */
export const time = (description: string) =>
  described(z.string(), description, { format: 'date-time', maxLength: 24 });

export const oneOf = <const Texts extends readonly string[]>(texts: Texts) =>
  z.enum(texts, {
    error: ({ input }) =>
      // A query parameter that is given twice is a list.
      `must be one of ${texts.join(', ')}${Array.isArray(input) ? ', given once' : ''}`,
  });
