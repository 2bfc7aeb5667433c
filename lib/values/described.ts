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
